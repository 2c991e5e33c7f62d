/**
 * Settings of clients: files in the folder of a program (`.program/`) or with the name of its configuration. There are
 * more programs than a table can list, so that here any name of a credential with a generated value counts.
 */
import { holdsCredential } from './credential-forms.ts';
import { isGenerated } from './generated-value.ts';
import { urlPassword } from './setting-forms.ts';
import { holdsValue } from './written-value.ts';

/** Expects a path with a slash before every part. */
export function isClientSettings(path: string): boolean {
  return (inFolderOfProgram.test(path) || settingsName.test(path)) && !isOfRepository(path);
}

export function isOfRepository(path: string): boolean {
  return ofRepository.test(path);
}

export function holdsClientCredential(text: string): boolean {
  return holdsCredential(text) || holdsGeneratedSetting(text) || holdsValue(text, passwordElsewhere);
}

/** Whether a name of a credential has a generated value, or an address a generated password; or a password is hashed. */
export function holdsGeneratedSetting(text: string): boolean {
  return holdsValue(text, setting, isGenerated) || holdsValue(text, urlPassword, isGenerated) || holdsValue(text, hash);
}

/** In the home folder of Linux, macOS and Windows. */
const inFolderOfProgram =
  /\/\.[^/.][^/]*\/|\/library\/(?:application support|preferences)\/|\/appdata\/(?:roaming|local)\//i;

const stages = 'prod|production|live|stage|staging|local|private|secrets?';
const settingsName = new RegExp(
  `/(?:${[
    String.raw`\.[^/.][^/]{0,200}`,
    String.raw`(?:config|settings|connections?|clouds|secure|tokens?|(?:api[-_]?)?keys)(?:[-_.](?:${stages}))?\.(?:json[5c]?|ya?ml|toml|ini|conf|cfg|xml)`,
    'claude_desktop_config.json',
    String.raw`(?:[\w-]{1,40}[_-])?mcp(?:[_-](?:config|settings|servers))?\.json[5c]?`,
    String.raw`(?:opencode|crush)\.jsonc?`,
    String.raw`sonar-project\.properties|ansible\.cfg|buildkite-agent\.cfg`,
    String.raw`(?:liquibase|flyway)\.(?:properties|conf|toml)`,
    String.raw`(?:application|bootstrap)-(?:${stages})\.(?:properties|ya?ml)|appsettings\.(?:${stages})\.json`,
  ].join('|')})$`,
  'i',
);

/** Settings of continuous integration and of tools that check a repository: they are code, and name secrets only. */
const ofRepository =
  /\/\.(?:github|gitlab|circleci|buildkite|azure-pipelines|forgejo|gitea|woodpecker|semaphore|tekton|devcontainer|storybook|yarn|changeset|husky)\/|\/\.(?:travis|gitlab-ci|drone|appveyor|cirrus|woodpecker|pre-commit-config|pre-commit-hooks|goreleaser|golangci|gitleaks|secretlintrc|talismanrc|cspell)[^/]*$|\.baseline$/i;

const names = [
  'pass(?:word|wd|phrase|wort)?(?:[-_]?hash)?|pwd|bind_?pw|secret(?:[-_ ]?id)?|token|credential|bearer|basic|authorization|_auth|masterauth|authtok',
  '(?:api|access|secret|private|priv|auth|account|encryption|consumer|signing|master|session|app|application|service|shared|license|fernet|validation|decryption|storage|webhook)[-_ ]?key',
].join('|');
const value = String.raw`([^\s"'$<>{}[\]()%!&*|=:,;][^\s"'<>{},;]{11,400})`;
/**
 * JSON, YAML, TOML, INI; `name value`; an XML element; settings of Hadoop; a property list; an attribute `value`;
 * variables of Postman; a command line.
 */
const between = [
  String.raw`["']?\s{0,40}[=:][ \t]{0,16}(?:!{1,2}\w{1,20}[ \t]{1,16})?(?:[|>][-+]?[ \t]{0,16}\r?\n[ \t]{1,40})?["']{0,3}`,
  String.raw`"\s{0,40}:\s{0,40}"`,
  String.raw`[ \t]{1,16}["']?`,
  String.raw`["']?(?:[ \t][^<>]{0,100})?>\s{0,40}`,
  String.raw`</name>\s{0,40}<value>\s{0,40}`,
  String.raw`</key>\s{0,40}<string>\s{0,40}`,
  String.raw`["']\s{1,16}value\s{0,4}=\s{0,4}["']`,
  String.raw`"\s{0,40},\s{0,40}"value"\s{0,40}:\s{0,40}"`,
  String.raw`["'],\s{0,40}["']`,
].join('|');

/** A name that ends with a word for a credential. */
export const credentialName = new RegExp(`(?:${names})s?(?:[._-]?\\d{1,3})?$`, 'i');

const setting = new RegExp(`(?:${names})(?:${between})${value}`, 'gi');

const hash =
  /(?:=|[=:][ \t]{1,8}["']?|:["']|(?:password|--iscrypted)[ \t])(?:argon2:)?\$(?:[1567]|2[aby]\$\d\d|apr1|y\$\w{1,8}|argon2i?d?\$v=\d{1,3}\$[mtp=,\d]{5,40})\$[\w./+$=,-]{22,200}/g;

/** Passwords in addresses are short as well. Those of a service on the same machine are usually for tests. */
const passwordElsewhere = new RegExp(
  String.raw`${urlPassword.source}(?!localhost|127\.|0\.0\.|\[|host\.docker|db[:/])`,
  'gi',
);
