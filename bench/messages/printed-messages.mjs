/**
 * The messages that a source file prints, throws or logs, as templates: literal pieces and holes for values. Found by the
 * form of the call alone, for any language: concatenated and adjacent strings are one template, and what stands between
 * them is a hole.
 */

const calls = new RegExp(
  [
    String.raw`\braise\s+[\w.]+`,
    String.raw`\bthrow\s+(?:new\s+)?[\w.\\]+`,
    String.raw`\bnew\s+[\w.\\]*(?:Error|Exception)`,
    String.raw`\berrors\.(?:New|Errorf|Wrapf)`,
    String.raw`\bfmt\.Errorf`,
    String.raw`\b(?:panic|bail|anyhow|eprintln|format_err|warn|error|todo|unreachable)!`,
    String.raw`\bpanic`,
    String.raw`\bconsole\.(?:error|warn)`,
    String.raw`\b[\w.>-]*(?:log|logger|logging)(?:\.|->)\w+`,
    String.raw`\bcheck(?:Argument|State|NotNull)`,
    String.raw`\b(?:server(?:Log|Panic)|addReplyError\w*|die|fatal|err_?msg)`,
  ].join('|'),
  'g',
);
const maxArguments = 600;

/** Returns messages `{ pieces, lineStart, lineEnd, isJoined }`; a piece is a text, or undefined for a hole. */
export function printedMessages(text) {
  const found = [];
  for (const match of text.matchAll(calls)) {
    let open = match.index + match[0].length;
    if (text[open] === ' ') open++;
    if (text[open] !== '(') continue;
    const inside = argumentsFrom(text, open + 1);
    if (inside === undefined) continue;
    for (const { from, to } of inside) {
      const template = templateOf(text.slice(from, to));
      if (template === undefined) continue;
      const lineOf = (at) => text.slice(0, at).split('\n').length;
      const first = from + template.start;
      found.push({
        pieces: template.pieces,
        isJoined: template.isJoined,
        lineStart: lineOf(first),
        lineEnd: lineOf(from + template.end),
      });
      break;
    }
  }
  return found;
}

/** The ranges of the arguments of a call; undefined if its end is not found. */
function argumentsFrom(text, start) {
  const ranges = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < Math.min(text.length, start + maxArguments); ) {
    const string = stringAt(text, at);
    if (string !== undefined) {
      at = string.end;
      continue;
    }
    const character = text[at];
    if (character === ')' && depth === 0) return [...ranges, { from, to: at }];
    if (character === ',' && depth === 0) {
      ranges.push({ from, to: at });
      from = at + 1;
    }
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    at++;
  }
  return undefined;
}

/** The string literal that begins here: its quote, its raw content, and its end. */
function stringAt(text, at) {
  const quote = text[at];
  if (quote !== '"' && quote !== "'" && quote !== '`') return undefined;
  // A lifetime or a character.
  if (quote === "'" && /[\w&<]/.test(text[at - 1] ?? '') && !/[fFrRbBuU]/.test(text[at - 1] ?? '')) return undefined;
  if (text.startsWith(quote.repeat(3), at)) return undefined;
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === quote) return { quote, content: text.slice(at + 1, end), end: end + 1 };
    else if (text[end] === '\n' && quote === "'") return undefined;
  }
  return undefined;
}

const minWords = 3;
const minCharacters = 15;

function templateOf(argument) {
  const pieces = [];
  let [start, end, strings] = [undefined, 0, 0];
  let between = '';
  const hole = () => {
    if (pieces.length > 0 && pieces.at(-1) !== undefined) pieces.push(undefined);
  };
  for (let at = 0; at < argument.length; ) {
    const string = stringAt(argument, at);
    if (string === undefined) {
      between += argument[at++];
      continue;
    }
    // Not a message: a call of something else, or a condition.
    if (strings > 0 && isValue(between)) hole();
    else if (strings === 0 && /[\w)\]]\s*[+.]\s*$/.test(between)) pieces.push(undefined);
    between = '';
    start ??= at;
    end = string.end;
    strings++;
    for (const piece of piecesOf(string.content)) {
      if (piece === undefined) hole();
      else if (typeof pieces.at(-1) === 'string') pieces.push(pieces.pop() + piece);
      else pieces.push(piece);
    }
    at = string.end;
  }
  const literal = pieces.filter((piece) => piece !== undefined).join(' ');
  if (/\$\{|\.\w+\(/.test(literal)) return undefined;
  const words = literal.match(/[A-Za-z]{2,}/g) ?? [];
  if (start === undefined || words.length < minWords || literal.length < minCharacters) return undefined;
  // Other syntax than a message with values.
  if (/[;{}]|=>|==|\n\s*\n/.test(between) || /\\u|\\x/.test(literal)) return undefined;
  return { pieces, start, end, isJoined: strings > 1 };
}

/** Whether the code between two strings is more than a concatenation. */
function isValue(between) {
  return /[\w$]/.test(between.replace(/\b[fFrRbBuU]{1,2}$/, '').replace(/\bsprintf\(|String\.format\(|format!\(/, ''));
}

const holes =
  /%%|\{\{|\}\}|%(?:\([^)]*\))?[-+#0]*[\d.*]*[a-zA-Z]|\$\{[^}]*\}|#\{[^}]*\}|\{\$[^}]*\}|\{[^{}]*\}|\$[a-zA-Z_]\w*(?:->\w+)*/g;

function piecesOf(content) {
  const pieces = [];
  let from = 0;
  const add = (text) => {
    const plain = text
      .replace(/\\\n\s*/g, '')
      .replace(/\\[nrt]/g, ' ')
      .replace(/\\(.)/g, '$1');
    if (plain !== '') pieces.push(plain);
  };
  for (const match of content.matchAll(holes)) {
    add(content.slice(from, match.index));
    if (match[0] === '%%') add('%');
    else if (match[0] === '{{' || match[0] === '}}') add(match[0][0]);
    else pieces.push(undefined);
    from = match.index + match[0].length;
  }
  add(content.slice(from));
  return pieces;
}
