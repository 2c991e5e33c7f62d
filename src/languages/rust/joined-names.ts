/**
 * Names that macros join from parts: `[<get_ $field>]` of the crate `paste`, and `concat_idents!`. What a variable stands
 * for is unknown, so it may be any text.
 */
import type { JoinedNames } from '../language.ts';

const joined = /\[<([^<>[\]]*)>\]|\bconcat_idents!\s*[([{]([^()[\]{}]*)/g;

export const joinedNames: JoinedNames = {
  occurIn: (text) => text.search(joined) !== -1,
  in: (text) => {
    const forms = new Map<string, readonly string[]>();
    for (const [, pasted, listed] of text.matchAll(joined)) {
      const form = partsOf(pasted ?? listed ?? '');
      forms.set(form.join('*'), form);
    }
    return (name) => [...forms.values()].some((form) => mayBe(form, plain(name)));
  },
};

/** The literal texts, with anything between them; modifiers (`:snake`) change the case and underscores. */
function partsOf(written: string): string[] {
  const parts = [''];
  for (const [part] of written.matchAll(/:\w+|\$?\w+(?:!\s*\([^()]*\))?|"[^"]*"/g)) {
    if (part.startsWith(':')) continue;
    if (part.startsWith('$') || part.includes('!')) parts.push('');
    else parts.push(`${parts.pop()}${plain(part.replace(/^r#/, ''))}`);
  }
  return parts;
}

function mayBe(parts: readonly string[], name: string): boolean {
  const first = parts[0] as string;
  const last = parts.at(-1) as string;
  if (parts.length === 1) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/["_]/g, '');
}
