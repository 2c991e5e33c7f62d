/** The generated pages by path. Each comes from a table of the built program. */
import { cliDocument } from './cli-document.mjs';
import { configurationDocument } from './configuration-document.mjs';
import { errorDocument } from './error-document.mjs';
import { languageDocument } from './language-document.mjs';
import { toolDocument } from './tool-document.mjs';

export const documents = {
  'docs/cli.md': cliDocument,
  'docs/configuration.md': configurationDocument,
  'docs/errors.md': errorDocument,
  'docs/languages.md': languageDocument,
  'docs/tools.md': toolDocument,
};
