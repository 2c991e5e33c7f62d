/** Opens the index of a project and the registry after all file handles of this process are used. Prints the outcomes. */
import { openSync } from 'node:fs';
import { openRegistry } from '../../../build/store/registry/registry.js';
import { inspectIndex, openStore } from '../../../build/store/sqlite/open-store.js';

const [home, projectId] = process.argv.slice(2);
const attempts = {
  inspect: () => inspectIndex(home, projectId),
  open: () => openStore(home, projectId),
  registry: () => openRegistry(home),
};
// Loads what is loaded on first use.
await (await openStore(home, projectId)).close();
await (await openRegistry(home)).close();
try {
  for (;;) openSync('/dev/null', 'r');
} catch {
  // No handle is left.
}
const outcomes = {};
for (const [name, attempt] of Object.entries(attempts)) {
  outcomes[name] = await attempt().then(
    ({ status }) => status ?? 'opened',
    ({ code, message }) => `${code}: ${message}`,
  );
}
process.stdout.write(JSON.stringify(outcomes));
