/** Python: classes that implement a protocol because they have its methods. */
import { describe, expect, test } from 'vitest';
import { implementationsIn } from './check-implementations.ts';

const files = {
  'app/provider.py': `from typing import Protocol, TypeVar

T = TypeVar("T")


class Provider(Protocol):
    def embed(self, text: str) -> list[float]: ...

    def close(self) -> None: ...


class Sized(Provider, Protocol[T]):
    def size(self) -> int: ...
`,
  'app/remote.py': `class Remote:
    def embed(self, text):
        return []

    def close(self):
        pass


class Cached(Remote):
    def size(self):
        return 1


class OtherParameters:
    def embed(self, document, model):
        return []

    def close(self):
        pass


class OnlyOne:
    def embed(self, text):
        return []
`,
  'app/declared.py': `from app.provider import Provider


class Declared(Provider):
    def embed(self, text):
        return [1.0]

    def close(self):
        pass


class Below(Declared):
    pass
`,
  'app/use.py': `from app.provider import Provider


def fill(provider: Provider):
    return provider.embed("a")
`,
};

const implementations = implementationsIn(files);

describe('a protocol', () => {
  test('is implemented by classes that have its methods, as a guess, and by those that declare it', async () => {
    const { shown, answer } = await implementations('Provider');
    expect(answer.metadata.result_completeness).toBe('partial');
    expect(answer.metadata.warnings?.join()).toContain('Provider');
    expect(shown.toSorted()).toEqual(
      [
        'app/declared.py:12 Below extends 2',
        'app/declared.py:4 Declared implements 1',
        'app/provider.py:12 Sized extends 1',
        'app/remote.py:1 Remote implements 1?',
        'app/remote.py:9 Cached implements 1?',
      ].toSorted(),
    );
  });

  test('that extends another asks for the methods of both', async () => {
    const { shown } = await implementations('Sized');
    expect(shown).toEqual(['app/remote.py:9 Cached implements 1?']);
  });

  test('is found upwards, and so are its methods', async () => {
    const up = async (name: string) => (await implementations(name, { direction: 'up' })).shown;
    expect(await up('Remote')).toEqual(['app/provider.py:6 Provider implements 1?']);
    expect(await up('OnlyOne')).toEqual([]);
    expect(await up('Remote.embed')).toEqual(['app/provider.py:7 embed implements 1?']);
  });

  test('has the implementations of its methods', async () => {
    const { shown } = await implementations('Provider.embed');
    expect(shown.toSorted()).toEqual(['app/declared.py:5 embed implements 1', 'app/remote.py:2 embed implements 1?']);
  });
});
