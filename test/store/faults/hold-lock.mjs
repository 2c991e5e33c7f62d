/** Locks the database in the first argument exclusively until its input ends. Prints a line once it has the lock. */
import { openDatabase } from '../../../build/store/sqlite/sqlite.js';

const database = openDatabase(process.argv[2]);
database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
process.stdout.write('locked\n');
process.stdin.resume().on('end', () => database.close());
