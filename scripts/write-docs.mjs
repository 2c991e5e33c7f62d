/** Writes `docs/tools.md` and `docs/cli.md` from the built tables of tools and commands. */
import { writeFileSync } from 'node:fs';
import { commandDocument } from '../dist/cli/command-document.js';
import { commands } from '../dist/cli/commands.js';
import { toolDocument } from '../dist/serve/tool-document.js';

writeFileSync(new URL('../docs/tools.md', import.meta.url), toolDocument());
writeFileSync(new URL('../docs/cli.md', import.meta.url), commandDocument(commands));
