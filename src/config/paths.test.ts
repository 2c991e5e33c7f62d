import { expect, test } from 'vitest';
import { dataDirectory, type Environment, userConfigFile } from './paths.ts';

function around(platform: NodeJS.Platform, env: Record<string, string> = {}): Environment {
  const isWindows = platform === 'win32';
  return {
    env,
    platform,
    homeFolder: isWindows ? 'C:\\Users\\ada' : '/home/ada',
    currentFolder: isWindows ? 'C:\\code' : '/code',
  };
}

function check(surroundings: Environment, data: string, config: string) {
  expect(dataDirectory(surroundings)).toBe(data);
  expect(userConfigFile(surroundings)).toBe(config);
}

test('uses the Linux conventions', () => {
  check(around('linux'), '/home/ada/.local/share/codecompass', '/home/ada/.config/codecompass/config.toml');
});

test('uses the XDG variables if they are absolute', () => {
  const absolute = { XDG_DATA_HOME: '/data', XDG_CONFIG_HOME: '/settings' };
  check(around('linux', absolute), '/data/codecompass', '/settings/codecompass/config.toml');
  const relative = { XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: '' };
  check(around('linux', relative), '/home/ada/.local/share/codecompass', '/home/ada/.config/codecompass/config.toml');
});

test('uses the macOS conventions', () => {
  const folder = '/home/ada/Library/Application Support/codecompass';
  check(around('darwin', { XDG_DATA_HOME: '/data' }), folder, `${folder}/config.toml`);
});

test('uses the Windows conventions', () => {
  const env = { LOCALAPPDATA: 'D:\\Local', APPDATA: 'D:\\Roaming' };
  check(around('win32', env), 'D:\\Local\\codecompass', 'D:\\Roaming\\codecompass\\config.toml');
  check(
    around('win32'),
    'C:\\Users\\ada\\AppData\\Local\\codecompass',
    'C:\\Users\\ada\\AppData\\Roaming\\codecompass\\config.toml',
  );
});

test('prefers CODECOMPASS_HOME, resolved against the current folder', () => {
  check(around('linux', { CODECOMPASS_HOME: '/cc', XDG_DATA_HOME: '/data' }), '/cc', '/cc/config.toml');
  check(around('linux', { CODECOMPASS_HOME: 'cc' }), '/code/cc', '/code/cc/config.toml');
  check(around('win32', { CODECOMPASS_HOME: 'cc' }), 'C:\\code\\cc', 'C:\\code\\cc\\config.toml');
});
