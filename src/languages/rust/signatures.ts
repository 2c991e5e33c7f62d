/** Signatures and types of Rust: `self` first, `->` before the result, references and smart pointers around types. */
import { closing } from '../../text/access-chain.ts';
import { colonParameter, type Parameter, splitTypes, wordSet } from '../signature-text.ts';
import { signaturesBy } from '../signatures.ts';
import { typeTextsBy } from '../type-texts.ts';

export const rustSignatures = signaturesBy({
  parameters: (list) => splitTypes(list, ',').flatMap((part) => ownParameter(part) ?? colonParameter(part)),
  returned: (tail) => (tail.startsWith('->') ? (tail.slice(2).split(/\swhere\b/, 1)[0] as string).trim() : ''),
  bases,
  ownObjects: new Set(['self']),
});

export const rustTypes = typeTextsBy({
  builtins: wordSet(
    'Vec VecDeque HashMap HashSet BTreeMap BTreeSet String str Option Result Box Rc Arc Mutex RwLock RefCell Cell bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 Path PathBuf OsStr OsString Iterator Fn FnMut FnOnce Send Sync Sized Clone Copy Debug Display Default Into From AsRef',
  ),
  isInterface: (written) => /^(?:[&*('<\s]|\w+\s|(?:Box|Rc|Arc|Pin)[^\w\s])*(?:dyn|impl)\s/.test(written),
  wrappers: wordSet(
    'Box Rc Arc Pin Cow Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard OwnedMutexGuard ManuallyDrop Lazy LazyLock OnceCell',
  ),
  sequences: wordSet('Vec VecDeque HashSet BTreeSet BinaryHeap LinkedList IntoIter Iter IterMut Drain Option'),
  optionals: wordSet('Option Result'),
  cells: wordSet('Mutex RwLock RefCell Cell OnceLock'),
  stripped,
  // `[T; 4]` and `[T]`
  listElement: (type) =>
    type.startsWith('[') ? type.slice(1, closing(type, 0) - 1).replace(/;[^;]*$/, '') : undefined,
});

const unwraps = wordSet('unwrap expect unwrap_or unwrap_or_else unwrap_or_default');
const keeps = wordSet(
  'clone as_ref as_mut to_owned by_ref as_deref as_deref_mut cloned copied take iter iter_mut into_iter await',
);
const locks = wordSet('lock read write borrow borrow_mut get_mut into_inner');

/** Methods of standard wrappers that return the same value or its content. */
export function passedThrough(written: string, method: string): string | undefined {
  if (locks.has(method)) return rustTypes.guardedBy(written);
  if (unwraps.has(method)) return rustTypes.contentOf(written);
  if (!keeps.has(method)) return undefined;
  const isWrapped =
    rustTypes.contentOf(written) !== written || rustTypes.elementOf(written) !== undefined || written.includes('<');
  return isWrapped || method === 'clone' ? written : undefined;
}

function ownParameter(written: string): Parameter[] | undefined {
  if (!/^(?:&(?:'\w+\s+)?)?(?:mut\s+)?self\b/.test(written)) return undefined;
  return [{ name: 'self', origin: ':Self', optional: false, rest: false }];
}

/** The trait of an impl, or the bounds of a trait. */
function bases(signature: string): string[] {
  const trait = /^(?:unsafe\s+)?impl\b(.*?)\sfor\s+(?!<)/.exec(signature)?.[1];
  if (trait !== undefined) return [afterGenerics(trait)];
  const bounds = /\btrait\s+\w+\s*(?:<[^{]*>)?\s*:\s*([^{]*?)(?:\swhere\b|$)/.exec(signature)?.[1];
  return bounds === undefined ? [] : splitTypes(bounds, '+');
}

function afterGenerics(written: string): string {
  const trimmed = written.trim();
  return (trimmed.startsWith('<') ? trimmed.slice(closing(trimmed, 0)) : trimmed).trim().replace(/^!/, '');
}

function stripped(written: string): string {
  let type = written.trim();
  for (let before = ''; before !== type; ) {
    before = type;
    type = type.replace(/^(?:&|\*(?:const|mut)\s|'\w+\s|mut\s|dyn\s|impl\s|\?Sized\s)\s*/, '').trim();
  }
  // `impl Store + Send`: the first bound declares the methods.
  return (splitTypes(type, '+')[0] ?? type).replace(/^\((.*)\)$/, '$1');
}
