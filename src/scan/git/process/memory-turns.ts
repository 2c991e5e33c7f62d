/**
 * The gits of one repository that run at once may together use so much memory; others wait for their turn. What a
 * repository makes git hold is up to the repository, and calls that ask it for the same come together.
 */
const bytesAtOnce = 1 << 30;

interface Repository {
  bytes: number;
  readonly waiting: { readonly bytes: number; readonly start: () => void }[];
}

const repositories = new Map<string, Repository>();

/** Resolves when there is memory for a git, with the function that gives it back; rejects if the signal is aborted first. */
export function memoryTurn(repository: string, bytes: number, signal?: AbortSignal): Promise<() => void> {
  const own = repositories.get(repository) ?? { bytes: 0, waiting: [] };
  repositories.set(repository, own);
  return new Promise((resolve, reject) => {
    const start = () => {
      signal?.removeEventListener('abort', leave);
      own.bytes += bytes;
      resolve(() => giveBack(repository, own, bytes));
    };
    const entry = { bytes, start };
    const leave = () => {
      own.waiting.splice(own.waiting.indexOf(entry), 1);
      reject(signal?.reason);
      startNext(own);
    };
    signal?.addEventListener('abort', leave, { once: true });
    own.waiting.push(entry);
    startNext(own);
  });
}

function giveBack(repository: string, own: Repository, bytes: number): void {
  own.bytes -= bytes;
  startNext(own);
  if (own.bytes === 0 && own.waiting.length === 0) repositories.delete(repository);
}

/** In order; one that needs more than all may have runs alone. */
function startNext(own: Repository): void {
  for (;;) {
    const [next] = own.waiting;
    if (next === undefined || (own.bytes > 0 && own.bytes + next.bytes > bytesAtOnce)) return;
    own.waiting.shift();
    next.start();
  }
}
