/** The `workspace` parameter of a call as it was typed: its path, and the errors that refuse it. */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { CodedError } from '../errors.ts';

/** Expands `~`. Throws for a relative path, which would depend on where the server was started. */
export function absolutePath(typed: string): string {
  const expanded = typed === '~' || /^~[/\\]/.test(typed) ? join(homedir(), typed.slice(1)) : typed;
  if (isAbsolute(expanded) && !expanded.includes('\0')) return resolve(expanded);
  throw new CodedError('invalid_input', `The parameter "workspace" must be an absolute path, not ${typed}.`, {
    data: { parameter: 'workspace', workspace: typed },
  });
}

export function notAFolder(typed: string): CodedError {
  return new CodedError('invalid_input', `The parameter "workspace" is ${typed}, which is not a folder.`, {
    remediation: 'Pass the folder of a project.',
    data: { parameter: 'workspace', workspace: typed },
  });
}

export function notRegistered(typed: string, message = `The workspace ${typed} is not registered.`): CodedError {
  return new CodedError('workspace_not_registered', message, { data: { workspace: typed } });
}

/** Does not include the resolved path, because links outside the allowed roots must not be revealed. */
export function notAllowed(typed: string, allowedRoots: readonly string[]): CodedError {
  return new CodedError('workspace_not_allowed', `The workspace ${typed} is outside every allowed root.`, {
    data: { workspace: typed, allowed_roots: allowedRoots },
  });
}
