<?php
class Before
{
    public function works() {}
    public function half(int $a { return $a; }
    public function after() {}
}

function open() {
    if (true) {
