/**
 * Handles Ctrl-C and SIGTERM while a job runs. The first signal cancels the job and restores the default behaviour, so
 * that a second one ends the program immediately.
 */
export interface Interrupt {
  readonly signal: AbortSignal;
  /** 128 plus the signal number, as shells expect; undefined if no signal was received. */
  exitCode(): number | undefined;
  release(): void;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

export function catchInterrupt(onInterrupt: () => void): Interrupt {
  const controller = new AbortController();
  let exitCode: number | undefined;

  const handle = (name: NodeJS.Signals) => {
    release();
    exitCode = exitCodes[name as keyof typeof exitCodes];
    onInterrupt();
    controller.abort();
  };
  const release = () => {
    for (const name of Object.keys(exitCodes)) process.removeListener(name, handle);
  };
  for (const name of Object.keys(exitCodes)) process.on(name, handle);

  return { signal: controller.signal, exitCode: () => exitCode, release };
}
