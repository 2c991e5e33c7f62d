/** A stack frame: a file, a line and often a function. */
export interface StackFrame {
  readonly path: string;
  readonly line: number;
  readonly symbol?: string;
}

/** Parses the frames of a stack trace in any known format, innermost call first. */
export function stackFrames(text: string): StackFrame[] {
  const frames: StackFrame[] = [];
  let last = '';
  for (const line of text.split(/\r?\n/)) {
    for (const { pattern, take } of shapes) {
      const match = pattern.exec(line);
      if (match === null) continue;
      const { path, line: number, symbol } = take(match, last);
      if (path !== undefined && number !== undefined) {
        frames.push({ path, line: Number(number), ...(symbol === undefined ? {} : { symbol: bareName(symbol) }) });
      }
      break;
    }
    last = line;
  }
  const isPython = /\bFile "[^"]+", line \d+/.test(text);
  return isPython ? frames.reverse() : frames;
}

interface FrameShape {
  readonly pattern: RegExp;
  /** Extracts the parts of a match; Go and Rust name the function on the previous line. */
  take(match: RegExpExecArray, before: string): { path?: string; line?: string; symbol?: string };
}

const shapes: readonly FrameShape[] = [
  // Python
  {
    pattern: /File "([^"]+)", line (\d+)(?:, in (\S+))?/,
    take: ([, path, line, symbol]) => known({ path, line, symbol: symbol?.startsWith('<') ? undefined : symbol }),
  },
  // JavaScript, C#, Java: at name (file:line:column), at name(File.java:12), at name in file:line 12
  {
    pattern: /^\s*at\s+(?:async\s+|new\s+)?(.*?)\s*\(((?:\w:)?[^():]+):(\d+)(?::\d+)?\)/,
    take: ([, symbol, path, line]) => known({ path, line, symbol: symbol || undefined }),
  },
  {
    pattern: /^\s*at\s+(\S+)\(.*\) in (.+):line (\d+)/,
    take: ([, symbol, path, line]) => known({ path, line, symbol }),
  },
  // Rust names the function on the previous line; JavaScript may name none.
  {
    pattern: /^\s*at\s+(?:file:\/\/)?((?:\w:)?[^\s():]+):(\d+)(?::\d+)?\s*$/,
    take: ([, path, line], before) => known({ path, line, symbol: /^\s*\d+:\s+(?:0x\w+ - )?(\S+)/.exec(before)?.[1] }),
  },
  { pattern: /panicked at (?:'.*', )?((?:\w:)?[^\s:']+):(\d+):\d+/, take: ([, path, line]) => known({ path, line }) },
  // Go: the function, then its file on a line of its own
  {
    pattern: /^\s+((?:\w:)?\S+\.go):(\d+)(?: \+0x[0-9a-f]+)?\s*$/,
    take: ([, path, line], before) => known({ path, line, symbol: /^(\S+)\(/.exec(before)?.[1] }),
  },
  // Ruby, PHP, compilers: file:line
  {
    pattern:
      /(?:^|[\s("'`])((?:\w:)?[\w@./\\+-]+\.[A-Za-z]\w{0,9})[:(](\d+)(?:[:,]\d+)?\)?(?:[:\s,]|$)(?:in [`'](.+?)')?/,
    take: ([, path, line, symbol]) => known({ path, line, symbol }),
  },
];

function known(parts: { path: string | undefined; line: string | undefined; symbol?: string | undefined }) {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as ReturnType<
    FrameShape['take']
  >;
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
