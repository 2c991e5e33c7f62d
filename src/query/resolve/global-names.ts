/** Names that a language brings along: what has them and is found nowhere in a file is none of the repository's. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const javascript = words(
  'console document window globalThis navigator location history process module exports require Object Array String Number ' +
    'Boolean Symbol Math JSON Date RegExp Promise Proxy Reflect Map Set WeakMap WeakSet Error Buffer URL Intl Atomics BigInt ' +
    'localStorage sessionStorage performance crypto fetch import arguments expect describe it test vi jest',
);
const globals: Readonly<Record<string, ReadonlySet<string>>> = {
  javascript,
  typescript: javascript,
  python: words(
    'str int float bool bytes bytearray dict list set tuple frozenset object type super print open range vars iter next map filter zip Exception',
  ),
};

/** Every variable of Go is known, and so are the types of Rust, which start with a capital letter. */
export function isGlobal(name: string, language: string): boolean {
  if (language === 'go') return true;
  if (language === 'rust') return /^(?:\p{Lu}|char$|str$|bool$|[iuf](?:8|16|32|64|128|size)$)/u.test(name);
  return globals[language]?.has(name) ?? false;
}

/**
 * Methods that strings, lists, maps, promises, streams and iterators have. Many types have one of these names, and a call of
 * it on something unknown says nothing.
 */
const common: Readonly<Record<string, ReadonlySet<string>>> = {
  javascript: words(
    'get set has add delete clear keys values entries forEach map filter reduce find findIndex findLast some every includes indexOf push pop shift ' +
      'unshift slice splice concat join sort reverse flat flatMap split replace replaceAll trim match test exec toString valueOf then catch ' +
      'finally call apply bind on once off emit addEventListener removeEventListener close end write read send log warn error info debug ' +
      'next return throw json text resolve reject all race keys startsWith endsWith padStart padEnd toLowerCase toUpperCase charAt charCodeAt ' +
      'substring substr repeat at fill length toFixed getTime now parse stringify create update remove init run start stop load open use listen route handle render mount transform fetch',
  ),
  python: words(
    'get set add update pop append extend insert remove clear copy items keys values setdefault sort reverse index count join split rsplit ' +
      'strip lstrip rstrip replace format startswith endswith lower upper title encode decode find rfind read write readline readlines ' +
      'close open flush seek tell group groups match search sub findall send recv connect execute fetchone fetchall commit rollback cursor ' +
      'isoformat strftime total_seconds date time now parse save delete create filter exclude all first last exists order_by run start stop ' +
      'discard union difference intersection issubset popitem splitlines partition isdigit debug info warning error exception log',
  ),
  go: words(
    'Error String Close Read Write Len Less Swap Lock Unlock RLock RUnlock Add Done Wait Get Set Delete Has Next Name Type Value Key Size ' +
      'Format Print Printf Println Errorf Fatalf Fatal Logf Log Run Start Stop Reset Flush Seek Unwrap Is As MarshalJSON UnmarshalJSON ' +
      'Copy Equal Compare Contains Insert Update Create List Scan Do Call New Init Load Store Method Interface Kind Elem Index',
  ),
  rust: words(
    'new clone into from len is_empty iter iter_mut into_iter next map filter collect unwrap expect ok err push pop insert remove get get_mut ' +
      'contains as_ref as_mut as_str as_bytes to_string to_owned to_vec write read flush lock fmt eq cmp partial_cmp hash default drop deref ' +
      'deref_mut borrow borrow_mut poll send recv close take replace and_then or_else unwrap_or ok_or map_err is_some is_none is_ok is_err ' +
      'extend clear split trim join find any all fold rev zip chain enumerate skip min max sum count last first sort drain entry or_insert ' +
      'keys values unwrap_or_default unwrap_or_else await wake as_slice to_path_buf display path starts_with ends_with parse build start end is_match peek ' +
      'abs unsigned_abs signum pow is_negative is_positive checked_add checked_sub checked_mul checked_div checked_neg saturating_add ' +
      'saturating_sub saturating_mul wrapping_add wrapping_sub wrapping_mul rem_euclid div_euclid as_secs as_millis as_nanos subsec_nanos elapsed',
  ),
};

export function isCommonMethod(name: string, language: string): boolean {
  return common[language === 'typescript' ? 'javascript' : language]?.has(name) ?? false;
}
