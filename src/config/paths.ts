/** The locations of the data directory and the user's settings. Creates nothing. */
import { homedir } from 'node:os';
import path from 'node:path';

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeFolder: string;
  /** Relative paths are resolved against this folder. */
  readonly currentFolder: string;
}

export function currentEnvironment(): Environment {
  return { env: process.env, platform: process.platform, homeFolder: homedir(), currentFolder: process.cwd() };
}

/** The folder with all indexes: `$CODECOMPASS_HOME`, else the platform's data folder. */
export function dataDirectory(around: Environment): string {
  const { env, platform, homeFolder, currentFolder } = around;
  const { join, resolve } = pathsOf(platform);
  if (env.CODECOMPASS_HOME) return resolve(currentFolder, env.CODECOMPASS_HOME);
  if (platform === 'win32') {
    return join(env.LOCALAPPDATA || join(homeFolder, 'AppData', 'Local'), 'codecompass');
  }
  if (platform === 'darwin') return join(homeFolder, 'Library', 'Application Support', 'codecompass');
  return join(absolute(env.XDG_DATA_HOME) ?? join(homeFolder, '.local', 'share'), 'codecompass');
}

/**
 * The variables of the environment that decide these locations, with absolute values. Windows sets its own for every
 * program, so they are left out.
 */
export function locationVariables(around: Environment): Record<string, string> {
  const { env, platform } = around;
  if (env.CODECOMPASS_HOME) return { CODECOMPASS_HOME: dataDirectory(around) };
  if (platform === 'win32' || platform === 'darwin') return {};
  return Object.fromEntries(
    ['XDG_DATA_HOME', 'XDG_CONFIG_HOME'].flatMap((name) => {
      const folder = absolute(env[name]);
      return folder === undefined ? [] : [[name, folder]];
    }),
  );
}

/** The user's `config.toml`, whether or not it exists. */
export function userConfigFile(around: Environment): string {
  const { env, platform, homeFolder, currentFolder } = around;
  const { join, resolve } = pathsOf(platform);
  if (env.CODECOMPASS_HOME) return join(resolve(currentFolder, env.CODECOMPASS_HOME), 'config.toml');
  if (platform === 'win32') {
    return join(env.APPDATA || join(homeFolder, 'AppData', 'Roaming'), 'codecompass', 'config.toml');
  }
  if (platform === 'darwin') {
    return join(homeFolder, 'Library', 'Application Support', 'codecompass', 'config.toml');
  }
  return join(absolute(env.XDG_CONFIG_HOME) ?? join(homeFolder, '.config'), 'codecompass', 'config.toml');
}

/** The project's settings, relative to its root. */
export const projectConfigPath = path.join('.codecompass', 'config.toml');

/** The XDG specification says to ignore relative paths. */
function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && path.posix.isAbsolute(folder) ? folder : undefined;
}

function pathsOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}
