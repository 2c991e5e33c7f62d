<?php

declare(strict_types=1);

namespace App\Models;

use App\Contracts\HasName;
use App\Support\{Str, Arr as Lists, Deep\Thing};
use function App\helper;
use const App\{LIMIT, OTHER as More};
use InvalidArgumentException as Invalid, RuntimeException;

require_once __DIR__ . '/boot.php';
require 'plain.php';

const TOP = 1, SECOND = 'größe';
define('DEFINED', 1);
define("DOUBLE_QUOTED", 2);
$global = 1;

/**
 * A user.
 *
 * @property int $id
 */
#[Entity]
#[Table(name: 'users')]
abstract class User extends Model implements HasName, \Countable
{
    use SoftDeletes, Notifies { notify as protected tell; }

    public const A = 1, B = 2;
    private const string SECRET = 'x';
    final protected const C = 3;
    const PLAIN = 4;

    /** The name. */
    #[Column]
    protected ?string $name = 'ü', $nick;
    public static int $count = 0;
    private readonly array $options;
    var $legacy;
    public string $hooked { get => 'x'; set { $this->hooked = $value; } }

    #[Required]
    public function __construct(
        private readonly int $id, // the key
        #[SensitiveParameter] protected ?string $password = null,
        int $plain = 1,
    ) {
        $local = 1;
    }

    abstract protected function role(): string;
    final public static function &make(string ...$names): static { return new static(); }
    function noWord() {}
    private function hidden(): never
    {
        $closure = function (int $x) use ($y) { $inside = 1; };
        $arrow = fn($x) => $x * 2;
        function nested_function() {}
        return new class(1) extends Base {
            private $field = 1;
            public function inAnonymous() {}
        };
    }
    public function __toString(): string { return ''; }
}

interface HasRoles extends HasName
{
    const LIMIT = 3;
    public function roles(): array;
}

trait Counts
{
    private int $counted = 0;
    public function count(): int { return $this->counted; }
    abstract public function reset();
}

enum Suit: string implements HasLabel
{
    case Hearts = 'H';
    #[Black]
    case Spades = 'S';
    const Wild = self::Spades;
    public function label(): string { return ucfirst($this->value); }
    public static function fromLetter(string $c): self { return self::from($c); }
}

final readonly class Money {}

if (!function_exists('polyfill')) {
    function polyfill(int $a, &$b = []): ?int { static $kept; return 1; }
}

function generator() { yield 1; }
?>
<html><?php function in_markup() {} ?></html>
