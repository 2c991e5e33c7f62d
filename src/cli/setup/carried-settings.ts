/**
 * The settings in force while `setup` runs. They become part of the entry that it writes, because a client may start the
 * server without the environment of this shell, and the server would then use another data directory.
 */
import { resolve } from 'node:path';
import { environmentVariable, keyNames } from '../../config/keys.ts';
import { type Environment, locationVariables } from '../../config/paths.ts';

export interface CarriedSettings {
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

export const nothingCarried: CarriedSettings = { env: {}, args: [] };

/** The token of an HTTP server is left out: it is a secret, and clients start the server on stdio. */
export function carriedSettings(around: Environment, config: string | undefined): CarriedSettings {
  const set = keyNames.map(environmentVariable).flatMap((name) => {
    const value = around.env[name];
    return value ? [[name, value] as const] : [];
  });
  return {
    env: { ...locationVariables(around), ...Object.fromEntries(set) },
    args: config === undefined ? [] : ['--config', resolve(around.currentFolder, config)],
  };
}

/** The names of the settings, for a message. */
export function namesOf({ env, args }: CarriedSettings): string[] {
  return [...Object.keys(env), ...args.slice(0, 1)];
}
