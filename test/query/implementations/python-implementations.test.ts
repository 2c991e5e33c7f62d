/** Python: classes by their bases, through imports and aliases, in several levels. */
import { expect, test } from 'vitest';
import { implementationsIn } from './check-implementations.ts';

const implementations = implementationsIn({
  'app/__init__.py': '',
  'app/base.py': `import abc


class Base(abc.ABC):
    limit = 1

    def __init__(self):
        self.open = True

    def run(self):
        raise NotImplementedError

    def __hidden(self):
        pass
`,
  'app/jobs.py': `from app import base
from app.base import Base as Root
from elsewhere import Mixin


class Job(base.Base):
    def run(self):
        return 1


class Quick(Mixin, Job):
    limit = 2

    def __init__(self):
        super().__init__()


class Renamed(Root):
    def __hidden(self):
        pass


class Slow(Quick):
    def run(self):
        return 2
`,
  'app/other.py': `class Base:
    def run(self):
        pass


class Stranger(Base):
    def run(self):
        pass
`,
  'tests/test_jobs.py': `from app.base import Base


class FakeJob(Base):
    pass
`,
  'app/unclear.py': `def make(bases):
    class Made(bases.Base):
        pass
    return Made
`,
});

test('direct and indirect subclasses, nearest first and tests last', async () => {
  const { shown, answer } = await implementations('Base', { path: 'app/base.py' });
  expect(shown).toEqual([
    'app/jobs.py:6 Job extends 1',
    'app/jobs.py:18 Renamed extends 1',
    'app/jobs.py:11 Quick extends 2',
    'app/jobs.py:23 Slow extends 3',
    'tests/test_jobs.py:4 FakeJob extends 1',
  ]);
  expect(answer.completeness).toEqual({ static: 5, heuristic: 0, unresolved: 1 });
  expect(answer.unresolved_sites).toEqual([{ path: 'app/unclear.py', line: 2, text: 'class Made(bases.Base):' }]);
  expect(answer.metadata.result_completeness).toBe('partial');
});

test('methods, constructors and class attributes are overridden; a private method is not', async () => {
  const below = async (name: string) => (await implementations(name, { path: 'app/base.py' })).shown;
  expect(await below('Base.run')).toEqual(['app/jobs.py:7 run overrides 1', 'app/jobs.py:24 run overrides 3']);
  expect(await below('Base.__init__')).toEqual(['app/jobs.py:14 __init__ overrides 2']);
  expect(await below('Base.limit')).toEqual(['app/jobs.py:12 limit overrides 2']);
  expect(await below('Base.__hidden')).toEqual([]);
});

test('up: bases with their distance, and those outside of the repository', async () => {
  const { shown, answer } = await implementations('Slow', { direction: 'up' });
  expect(shown).toEqual([
    'app/jobs.py:11 Quick extends 1',
    'app/jobs.py:6 Job extends 2',
    'app/base.py:4 Base extends 3',
  ]);
  expect(answer.outside_bases).toEqual(['Mixin', 'abc.ABC']);
  expect(answer.metadata.result_completeness).toBe('complete');
  const run = await implementations('Slow.run', { direction: 'up' });
  expect(run.shown).toEqual(['app/jobs.py:7 run overrides 2', 'app/base.py:10 run overrides 3']);
});

test('a function outside of types has no implementations, and the answer says why', async () => {
  const { shown, answer } = await implementations('make');
  expect(shown).toEqual([]);
  expect(answer.metadata.warnings).toEqual([
    'make is neither a type nor a member of one, so nothing implements or overrides it.',
  ]);
});

test('several types of the name are ambiguous, and an unknown name is not found', async () => {
  await expect(implementations('Base')).rejects.toMatchObject({ code: 'ambiguous_symbol' });
  await expect(implementations('Bass')).rejects.toMatchObject({ code: 'symbol_not_found' });
});
