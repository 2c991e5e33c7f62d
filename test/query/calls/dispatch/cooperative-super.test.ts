/** Calls on `super` that reach a class which a subclass elsewhere puts behind the calling one. */
import { checkDispatch } from './check-dispatch.ts';

checkDispatch(
  'super reaches the next class of a subclass',
  {
    'mixins.py': `class LoggingMixin:
    def handle(self, request):
        super().handle(request)


class AuthMixin:
    def handle(self, request):
        pass


class Unrelated:
    def handle(self, request):
        pass
`,
    'app.py': `from mixins import AuthMixin, LoggingMixin


class App(LoggingMixin, AuthMixin):
    pass
`,
  },
  ['mixins.py:LoggingMixin.handle → mixins.py:AuthMixin.handle'],
);

checkDispatch(
  'super reaches nothing else where no subclass adds a base',
  {
    'mixins.py': `class Base:
    def handle(self, request):
        pass


class Middle(Base):
    def handle(self, request):
        super().handle(request)


class App(Middle):
    def handle(self, request):
        super().handle(request)
`,
  },
  [],
);
