/** An invocation is one run of a command: what was typed and where to print. */
import { type Options, resolveOptions } from '../config/resolve-options.ts';
import type { ReadyJob } from '../indexing/job/start-job.ts';
import type { TypedFlags } from './flags.ts';
import type { Output } from './print/output.ts';

export interface Invocation {
  readonly flags: TypedFlags;
  readonly operands: readonly string[];
  readonly output: Output;
}

/** A run of a command whose row names a job, with a process that is ready for it. */
export interface JobInvocation extends Invocation {
  readonly job: ReadyJob;
}

/** What the flags mean together with the config files and the environment; its warnings are printed. */
export async function optionsOf(call: Invocation, root?: string): Promise<Options> {
  const { flags, output } = call;
  const options = await resolveOptions({ config: flags.value('config'), settings: flags.settings() }, root);
  for (const warning of options.warnings) output.warn(warning);
  return options;
}
