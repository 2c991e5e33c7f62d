#!/usr/bin/env python3
"""Sessions kept in memory."""
from __future__ import annotations

import os, sys as system
import collections.abc
import logging.handlers as handlers
from . import sibling
from .models import Session, User as Account
from ..pkg.deep import (
    first,
    second as other,  # a note
)
from typing import *

try:
    import ujson as json
except ImportError:
    json = None

__all__ = ["Store", "_shared", "sibling"]
__version__: str = "1.0"
DEFAULT_SIZE = 16
_LIMIT, timeout = 8, 2.5
low = high = middle = 0
(west, [north, *rest]) = grid = compass()
annotated: dict[str, list[Session]]
counter: "Counter" = make()
counter += 1
registry["key"] = counter
double = lambda n: n * 2
_private_helper = lambda: double(2)

type Pair[K: Hashable, V] = tuple[K, V]
type Plain = Session | None

#: A comment above a value.
retries = 3

if os.name == "nt":
    SEPARATOR = "\\"

    def root() -> str:
        return "C:"
else:
    SEPARATOR = "/"

    def root() -> str:
        return "/"


def cached(maxsize=None):
    """A decorator
    in two lines.

        indented()
    """

    def wrap(function):
        calls = 0

        @functools.wraps(function)
        def inner(*args, **kwargs):
            nonlocal calls
            calls += 1
            return function(*args, **kwargs)

        return inner

    return wrap


@overload
def convert(value: int) -> str: ...
@overload
def convert(value: str) -> int: ...
def convert(value):
    return value


class Store(Base[Session], abc.ABC, Generic[T], metaclass=StoreMeta):
    """Keeps sessions."""

    size: ClassVar[int] = DEFAULT_SIZE
    slots = {}
    MAX = 10
    key, value = "k", "v"
    on_close = lambda self: None
    __slots__ = ("a",)

    class Meta:
        ordering = ["name"]

    def __init__(self, size: int = 3, *, clock: Clock | None = None, hook: Optional[Callable[[Session], "Hook"]] = None):
        super().__init__(size, *extra, clock=clock)
        self.size = size
        self.clock = clock or Clock()
        self.items: dict[str, Session] = {}
        self.first, self.last = None, None
        self.__secret = self._token = build(Token(...), clock.zone)
        other.thing = 1

    @property
    def length(self) -> int:
        return len(self.items)

    @length.setter
    def length(self, value):
        self.limit = value
        self.clock = None

    @staticmethod
    def open(path: "os.PathLike", mode="r") -> Store: return Store(path)

    @classmethod
    async def load(cls, source: t.Optional[Session], more: t.Dict[str, t.List[models.User]]) -> list[Session] | None:
        # A comment before the doc string.
        """Loads what is there."""
        async with source.open(mode=mode) as handle:
            cls.handle = handle
        if (found := await handle.read()) is None:
            raise NotFoundError
        try:
            return [cls(item) for item in sorted(found, key=lambda it: it.name)]
        except (KeyError, models.BadSession) as error:
            raise StoreError(*error.args) from error
        except Timeout:
            raise error
        except io.Error as error:
            raise models.Broken

    def _guess(self): ...
    def __hidden(self): ...
    def __len__(self): return sum(1 for _ in self)

    if sys.version_info > (3, 12):
        def modern[S](self, value: S, *rest: *Ts) -> S:
            return value


@dataclass(frozen=True)
@register("point")
class Point[T]:
    """One-line."""
    x: float
    y: float = field(default_factory=lambda: 0)
    label: "Label" = ""

    def distance(self, other: Point[T]) -> float:
        class Local:
            attribute = 1

            def method(self):
                self.state = 1

        def helper(a):
            return a
        match other:
            case Point(x=0):
                return 0
            case geometry.Line():
                helper(1)
        return math.hypot(
            self.x - other.x,  # a comment, with a comma
            self.y - other.y,
        )


class Color(Enum):
    RED = 1
    GREEN = auto()


class Empty: pass


for index in range(3):
    looped = index

with open("x") as stream:
    contents = stream.read()

print(convert(1), file=system.stderr)

one = two = three = four = five = six = seven = 1


def chained():
    a = b = c = d = e = f = g = 1
    return g
