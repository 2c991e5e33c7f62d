/** Calls through base classes in Python. */
import { checkDispatch } from './check-dispatch.ts';

checkDispatch(
  'follows annotations, template methods, abstract classes and protocols',
  {
    'base.py': `from abc import ABC, abstractmethod
from typing import Protocol


class Store(ABC):
    @abstractmethod
    def get(self, key): ...

    def twice(self):
        return self.get(1)

    @classmethod
    def make(cls):
        return cls.setting()

    @classmethod
    def setting(cls):
        return 1

    def __hidden(self):
        pass

    def run(self):
        self.__hidden()


class Reader(Protocol):
    def read(self, size): ...
`,
    'disk.py': `from base import Reader, Store as Base


class Disk(Base):
    def __init__(self):
        super().__init__()

    def get(self, key):
        return super().get(key)

    @classmethod
    def setting(cls):
        return 2

    def __hidden(self):
        pass


class File(Reader):
    def read(self, size):
        return size


class Other:
    def get(self, key):
        return key

    def read(self, size):
        return size
`,
    'use.py': `from typing import Optional

from base import Reader, Store
from disk import Disk


def by_annotation(store: Store):
    store.get(1)


def by_optional(store: Optional[Store], reader: "Reader"):
    store.get(1)
    reader.read(2)


class App:
    store: Store

    def __init__(self, reader: Reader):
        self.reader = reader

    def by_field(self):
        self.store.get(1)
        self.reader.read(1)


def by_result() -> Store: ...


def exactly():
    Disk().twice()
    made = Disk()
    made.twice()
    by_result().get(1)
    Store.setting()
`,
  },
  [
    'base.py:Store.make → disk.py:Disk.setting',
    'base.py:Store.twice → disk.py:Disk.get',
    'use.py:App.by_field → disk.py:Disk.get',
    'use.py:App.by_field → disk.py:File.read',
    'use.py:App.by_field → disk.py:Other.read',
    'use.py:by_annotation → disk.py:Disk.get',
    'use.py:by_optional → disk.py:Disk.get',
    'use.py:by_optional → disk.py:File.read',
    'use.py:by_optional → disk.py:Other.read',
    'use.py:exactly → disk.py:Disk.get',
  ],
);

checkDispatch(
  'narrows by the type of the receiver and follows mixins',
  {
    'views.py': `class View:
    def dispatch(self):
        pass

    def as_view(self):
        self.dispatch()


class ListView(View):
    def show(self):
        self.dispatch()


class DetailView(View):
    def dispatch(self):
        pass


class LoginMixin:
    def dispatch(self):
        super().dispatch()


class Unused:
    def dispatch(self):
        pass


class Private(LoginMixin, ListView):
    pass


class Shadowed(DetailView, Unused):
    pass
`,
  },
  [
    'views.py:ListView.show → views.py:LoginMixin.dispatch',
    'views.py:LoginMixin.dispatch → views.py:View.dispatch',
    'views.py:View.as_view → views.py:DetailView.dispatch',
    'views.py:View.as_view → views.py:LoginMixin.dispatch',
  ],
);

checkDispatch(
  'reaches the methods of classes that have all methods of a protocol',
  {
    'ports.py': `from typing import Protocol


class Clock(Protocol):
    def now(self) -> float: ...

    def wait(self, seconds: float) -> None: ...


def late(clock: Clock):
    return clock.wait(2)
`,
    'clocks.py': `class Fixed:
    def now(self):
        return 1

    def wait(self, seconds):
        pass


class Half:
    def wait(self, seconds):
        pass
`,
  },
  ['ports.py:late → clocks.py:Fixed.wait'],
);
