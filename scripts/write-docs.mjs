/** Writes `docs/tools.md` from the built table of tools. */
import { writeFileSync } from 'node:fs';
import { toolDocument } from '../dist/serve/tool-document.js';

writeFileSync(new URL('../docs/tools.md', import.meta.url), toolDocument());
