/** A stack frame: a file, a line and often a function. */
export interface StackFrame {
  readonly path: string;
  readonly line: number;
  readonly symbol?: string;
}

/** Parses the frames of a stack trace in any known format, innermost call first. */
export function stackFrames(text: string): StackFrame[] {
  const frames = framesByLine(text).flatMap(({ frame }) => {
    if (frame === undefined) return [];
    const { path, line, symbol } = frame;
    return [{ path, line: Number(line), ...(symbol ? { symbol: bareName(symbol) } : {}) }];
  });
  const isPython = /\bFile "[^"]+", line \d+/.test(text);
  return isPython ? frames.reverse() : frames;
}

/** The lines of a text that are no stack frames. The words of a frame are names of folders and of callers. */
export function withoutFrames(text: string): string {
  return framesByLine(text)
    .filter(({ frame }) => frame === undefined)
    .map(({ line }) => line)
    .join('\n');
}

function framesByLine(text: string): { readonly line: string; readonly frame: FrameParts | undefined }[] {
  const lines = text.split(/\r?\n/);
  return lines.map((line, at) => ({ line, frame: frameIn(line, lines[at - 1] ?? '') }));
}

function frameIn(line: string, before: string): FrameParts | undefined {
  for (const read of shapes) {
    const frame = read(line, before);
    if (frame !== undefined) return frame;
  }
  return undefined;
}

interface FrameParts {
  readonly path: string;
  readonly line: string;
  readonly symbol?: string | undefined;
}

/**
 * Reads a line that has the shape of a frame; Go and Rust name the function on the line before. Each reads a line in
 * linear time: a line of a query may be as long as the query.
 */
type FrameShape = (line: string, before: string) => FrameParts | undefined;

const shapes: readonly FrameShape[] = [
  // Python
  (line) => {
    const [, path, number, symbol] = /File "([^"]+)", line (\d+)(?:, in (\S+))?/.exec(line) ?? [];
    return parts(path, number, symbol?.startsWith('<') ? undefined : symbol);
  },
  // JavaScript, Java: at name (file:line:column), at name(File.java:12)
  (line) => {
    const rest = afterAt(line)?.replace(/^(?:async|new)\s+/, '');
    const found = rest === undefined ? null : /\(((?:\w:)?[^():]+):(\d+)(?::\d+)?\)/.exec(rest);
    return parts(found?.[1], found?.[2], rest?.slice(0, found?.index).trim());
  },
  // C#: at name(parameters) in file:line 12
  (line) => {
    const rest = afterAt(line) ?? '';
    const nameEnd = /^\S*/.exec(rest)?.[0].lastIndexOf('(') ?? -1;
    const number = rest.lastIndexOf(':line ');
    const path = rest.lastIndexOf(') in ', number);
    if (nameEnd < 1 || path < nameEnd || number < path) return undefined;
    const [digits] = /^\d+/.exec(rest.slice(number + ':line '.length)) ?? [];
    return parts(rest.slice(path + ') in '.length, number), digits, rest.slice(0, nameEnd));
  },
  // Rust names the function on the previous line; JavaScript may name none.
  (line, before) => {
    const [, path, number] = /^(?:file:\/\/)?((?:\w:)?[^\s():]+):(\d+)(?::\d+)?\s*$/.exec(afterAt(line) ?? '') ?? [];
    return parts(path, number, /^\s*\d+:\s+(?:0x\w+ - )?(\S+)/.exec(before)?.[1]);
  },
  // Rust: panicked at 'message', file:line:column
  (line) => {
    const at = line.lastIndexOf(panicked);
    if (at === -1) return undefined;
    const rest = line.slice(at + panicked.length);
    const after = rest.startsWith("'") ? rest.slice(rest.lastIndexOf("', ") + "', ".length) : rest;
    const [, path, number] = /^((?:\w:)?[^\s:']+):(\d+):\d/.exec(after) ?? [];
    return parts(path, number);
  },
  // Go: the function, then its file on a line of its own
  (line, before) => {
    const [, path, number] = /^\s+((?:\w:)?\S+\.go):(\d+)(?: \+0x[0-9a-f]+)?\s*$/.exec(line) ?? [];
    return parts(path, number, /^(\S+)\(/.exec(before)?.[1]);
  },
  // Ruby, PHP, compilers: file:line
  (line) => {
    const [, path, number, symbol] = place.exec(line) ?? [];
    return parts(path, number, symbol);
  },
];

const panicked = 'panicked at ';

const place =
  /(?:^|[\s("'`])((?:\w:)?[\w@./\\+-]+\.[A-Za-z]\w{0,9})[:(](\d+)(?:[:,]\d+)?\)?(?:[:\s,]|$)(?:in [`'](.+?)')?/;

/** Returns the text after `at` at the start of a line. */
function afterAt(line: string): string | undefined {
  const [at] = /^\s*at\s+/.exec(line) ?? [];
  return at === undefined ? undefined : line.slice(at.length);
}

function parts(path: string | undefined, line: string | undefined, symbol?: string): FrameParts | undefined {
  return path === undefined || path === '' || line === undefined ? undefined : { path, line, symbol };
}

/** `k8s.io/kubernetes/pkg/kubelet.(*Kubelet).syncPod` → `syncPod`; `Object.<anonymous>` → `anonymous`. */
function bareName(symbol: string): string {
  return (
    symbol
      .split(/::|[./#\\]/)
      .at(-1)
      ?.replace(/[()<>*]/g, '') ?? symbol
  );
}
