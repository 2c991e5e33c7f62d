<?php

/**
 * Windows lines.
 */
class Zeile
{
    private $ä = "ö", $b;

    // Eins
    public function eins(
        int $a
    ) {
    }
}
