/** Signatures and types of Python: bases in parentheses, `->` before the result, types that may be strings. */
import { closing, listParts } from '../../text/access-chain.ts';
import { listStart, splitTypes, wordSet } from '../signature-text.ts';
import { signaturesBy } from '../signatures.ts';
import { onlyPresent, strippedUnion, typeTextsBy } from '../type-texts.ts';

export const pythonSignatures = signaturesBy({
  returned: (tail) => (tail.startsWith('->') ? tail.slice(2).trimStart().replace(/:$/, '') : ''),
  bases(signature, name) {
    const open = listStart(signature, name);
    if (open === undefined) return [];
    return listParts(signature.slice(open + 1, closing(signature, open) - 1))
      .map((part) => part.trim())
      .filter((part) => part !== '' && !/^\*|^\w+\s*=/.test(part));
  },
  ownObjects: new Set(['self', 'cls']),
});

export const pythonTypes = typeTextsBy({
  builtins: wordSet(
    'str int float bool bytes bytearray complex dict list set tuple frozenset object type Any Dict List Set Tuple FrozenSet Callable Exception ValueError TypeError KeyError OSError',
  ),
  anyTypes: wordSet('Any object'),
  wrappers: wordSet('Optional Annotated Final ClassVar Awaitable Coroutine Required NotRequired'),
  lastWrappers: new Set(['Coroutine']),
  sequences: wordSet(
    'list List Sequence MutableSequence Iterable Iterator set Set frozenset FrozenSet Collection deque Generator AsyncIterator AsyncIterable QuerySet',
  ),
  stripped(written) {
    const type = written.trim().replace(/^(["'])(.*)\1$/, '$2');
    const union = /^(?:typing\.|t\.)?Union\[(.*)\]$/.exec(type)?.[1];
    return union === undefined ? strippedUnion(type) : onlyPresent(splitTypes(union, ','), type);
  },
});
