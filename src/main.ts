#!/usr/bin/env node
/**
 * The entry point, and the only place that exits the process. Checks the Node.js version before it imports anything.
 */
const minimum = [20, 19] as const;

async function main(): Promise<number> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < minimum[0] || (major === minimum[0] && minor < minimum[1])) {
    process.stderr.write(
      `codecompass needs Node.js ${minimum.join('.')} or later; this is ${process.versions.node}.\n`,
    );
    process.stderr.write('→ Install a current version from https://nodejs.org and try again.\n');
    return 1;
  }
  const { runCli } = await import('./cli/run-cli.ts');
  const { argv, env, stdout, stderr } = process;
  return runCli({
    argv: argv.slice(2),
    env,
    stdout,
    stderr,
    readerGone: readerGone.signal,
    giveUpReader: () => setTimeout(giveUp, lastReadMs),
  });
}

/** A closed pipe (`| head`) is not a failure; any other write error is. */
let outputFailed = false;
const readerGone = new AbortController();
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return void (stream === process.stdout && readerGone.abort());
    outputFailed = true;
    if (stream === process.stdout) process.stderr.write(`codecompass: output could not be written: ${error.message}\n`);
  });
}

/** What is still unread by then is lost: a server must end even if its client reads no longer. */
const lastReadMs = 500;
let giveUp: () => void = () => {};
const givenUp = new Promise<void>((resolve) => {
  giveUp = resolve;
});

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

main()
  .then(async (exitCode) => {
    await Promise.race([Promise.all([flushed(process.stdout), flushed(process.stderr)]), givenUp]);
    process.exit(exitCode === 0 && outputFailed ? 1 : exitCode);
  })
  .catch((error: unknown) => {
    const said = String(error instanceof Error ? error.stack : error);
    // The module that formats errors may not be loaded.
    const isExhausted = /^E[MN]FILE$/.test((error as NodeJS.ErrnoException | undefined)?.code ?? '');
    process.stderr.write(
      `error[${isExhausted ? 'out_of_resources' : 'internal_error'}]: ${said.replace(/[^\n\x20-\x7e]/g, '?')}\n`,
    );
    process.exit(1);
  });
