/**
 * Keeps a read transaction open on the database in the first argument until its input ends, so that what others write
 * stays in the write-ahead log. Prints a line once it has begun.
 */
import { openDatabase } from '../../../build/store/sqlite/sqlite.js';

const database = openDatabase(process.argv[2]);
database.exec('BEGIN');
database.prepare('SELECT count(*) FROM refs').get();
process.stdout.write('begun\n');
process.stdin.resume().on('end', () => process.exit());
