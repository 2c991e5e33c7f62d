/** Prints the integrity errors of the index of a project, as JSON. In a process of its own, which keeps no lock. */
import { openStore } from '../../../build/store/sqlite/open-store.js';

const [home, projectId] = process.argv.slice(2);
const store = await openStore(home, projectId);
process.stdout.write(JSON.stringify(await store.integrityErrors()));
await store.close();
