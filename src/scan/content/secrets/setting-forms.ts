/** Forms in which names and values are written in settings of any kind, for the tables of credentials. */

/**
 * A name, `=`, `:` or space, and a value that is not a variable, of at least so many characters. Reads JSON, YAML (with
 * tags and block scalars), TOML and INI. All repetitions are limited, so that matching takes linear time.
 */
export function setting(names: string, least = 1): RegExp {
  const between = String.raw`\s{0,40}[=:][ \t]{0,16}(?:!{1,2}\w{1,20}[ \t]{1,16})?(?:[|>][-+]?[ \t]{0,16}\r?\n[ \t]{1,40})?|"\s{0,40}:\s{0,40}|[ \t]{1,16}`;
  const value = String.raw`[^\s"'$<{%!&*|>=:][^\s"'<>]{${least - 1},200}`;
  return new RegExp(`(?:${names})["']?(?:${between})["']{0,3}(${value})`, 'gi');
}

/** The same without the form `name value`, for files in which names are words of prose as well. */
export function assigned(names: string, least: number): RegExp {
  const value = String.raw`[^\s"'$<{%!&*|>=:#\[(][^\s"'<>(){}]{${least - 1},200}`;
  return new RegExp(
    String.raw`(?:${names})["']?(?:[ \t]{0,16}[=:][ \t]{0,16}|\s{0,40}:\s{0,40}(?="))["']{0,3}(${value})`,
    'gi',
  );
}

/** A column of this name in the first line of a table, and the value in the second one. */
export function column(names: string, least: number): RegExp {
  const cell = String.raw`"?[^",;\t\r\n]{0,200}"?[,;\t]`;
  const ways = Array.from(
    { length: maxColumns },
    (_, before) =>
      String.raw`(?:${cell}){${before}}"?(?:${names})"?(?:[,;\t][^\r\n]{0,1000})?\r?\n(?:${cell}){${before}}"?([^\s"',;$<{]{${least},200})`,
  );
  return new RegExp(`^(?:${ways.join('|')})`, 'gi');
}

const maxColumns = 12;
export const urlPassword = /:\/\/[^\s/:@"'$]{1,200}:([^\s/@"'$<{]{1,200})@/gi;
/** A key that both ends of a tunnel share. */
export const staticKey = '-----BEGIN OpenVPN (?:Static key|tls-crypt)';
export const privateKey = `-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY`;
