<?php
namespace First\Part {
    class Same {}
    function helper() {}
}

namespace Second {
    class Same { public function go() {} }
}
