/** An invocation is one run of a command: its arguments and its output. */
import { type Options, resolveOptions } from '../config/resolve-options.ts';
import type { ReadyJob } from '../indexing/job/start-job.ts';
import type { TypedFlags } from './flags.ts';
import type { Output } from './print/output.ts';

export interface Invocation {
  readonly flags: TypedFlags;
  readonly operands: readonly string[];
  readonly output: Output;
}

/** An invocation of a command that runs a job, with a process that has already been started for it. */
export interface JobInvocation extends Invocation {
  readonly job: ReadyJob;
}

/** Resolves the options from flags, config files and the environment, and prints the warnings. */
export async function optionsOf(call: Invocation, root?: string): Promise<Options> {
  const { flags, output } = call;
  const options = await resolveOptions({ config: flags.value('config'), settings: flags.settings() }, root);
  for (const warning of options.warnings) output.warn(warning);
  return options;
}
