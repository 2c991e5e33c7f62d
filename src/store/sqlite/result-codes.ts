/**
 * The result codes of SQLite, primary and extended, each with the fault that it reports. Whether an index may be rebuilt
 * depends on this table: only `damage` is damage.
 */

/**
 * `busy`: another process holds a lock, so a retry helps; `damage`: the content of the file is wrong; `full`: no space;
 * `io`: the disk or the file system failed; `open`: the file could not be opened, for a reason that SQLite does not
 * report; `denied`: no permission; `memory`: no memory; `cancelled`: the statement was interrupted; `bug`: SQLite was
 * used wrongly.
 */
export type StoreFault = 'busy' | 'damage' | 'full' | 'io' | 'open' | 'denied' | 'memory' | 'cancelled' | 'bug';

/** By name: the number of the code and its fault. */
export const resultCodes: Readonly<Record<string, readonly [code: number, fault: StoreFault]>> = {
  SQLITE_OK: [0, 'bug'],
  SQLITE_ERROR: [1, 'bug'],
  SQLITE_INTERNAL: [2, 'bug'],
  SQLITE_PERM: [3, 'denied'],
  SQLITE_ABORT: [4, 'bug'],
  SQLITE_BUSY: [5, 'busy'],
  SQLITE_LOCKED: [6, 'busy'],
  SQLITE_NOMEM: [7, 'memory'],
  SQLITE_READONLY: [8, 'denied'],
  SQLITE_INTERRUPT: [9, 'cancelled'],
  SQLITE_IOERR: [10, 'io'],
  SQLITE_CORRUPT: [11, 'damage'],
  SQLITE_NOTFOUND: [12, 'bug'],
  SQLITE_FULL: [13, 'full'],
  SQLITE_CANTOPEN: [14, 'open'],
  // Several processes raced for the locks of the write-ahead log.
  SQLITE_PROTOCOL: [15, 'busy'],
  SQLITE_EMPTY: [16, 'bug'],
  // Another process keeps changing the tables.
  SQLITE_SCHEMA: [17, 'busy'],
  SQLITE_TOOBIG: [18, 'bug'],
  SQLITE_CONSTRAINT: [19, 'bug'],
  SQLITE_MISMATCH: [20, 'bug'],
  SQLITE_MISUSE: [21, 'bug'],
  // The file system has no large files.
  SQLITE_NOLFS: [22, 'io'],
  SQLITE_AUTH: [23, 'denied'],
  SQLITE_FORMAT: [24, 'damage'],
  SQLITE_RANGE: [25, 'bug'],
  SQLITE_NOTADB: [26, 'damage'],
  SQLITE_NOTICE: [27, 'bug'],
  SQLITE_WARNING: [28, 'bug'],
  SQLITE_ROW: [100, 'bug'],
  SQLITE_DONE: [101, 'bug'],

  SQLITE_OK_LOAD_PERMANENTLY: [256, 'bug'],
  SQLITE_OK_SYMLINK: [512, 'bug'],
  SQLITE_ERROR_MISSING_COLLSEQ: [257, 'bug'],
  SQLITE_ERROR_RETRY: [513, 'bug'],
  SQLITE_ERROR_SNAPSHOT: [769, 'bug'],
  SQLITE_ERROR_RESERVESIZE: [1025, 'bug'],
  SQLITE_ERROR_KEY: [1281, 'bug'],
  SQLITE_ERROR_UNABLE: [1537, 'bug'],
  SQLITE_ABORT_ROLLBACK: [516, 'bug'],
  SQLITE_BUSY_RECOVERY: [261, 'busy'],
  SQLITE_BUSY_SNAPSHOT: [517, 'busy'],
  SQLITE_BUSY_TIMEOUT: [773, 'busy'],
  SQLITE_LOCKED_SHAREDCACHE: [262, 'busy'],
  SQLITE_LOCKED_VTAB: [518, 'busy'],
  SQLITE_READONLY_RECOVERY: [264, 'denied'],
  SQLITE_READONLY_CANTLOCK: [520, 'denied'],
  SQLITE_READONLY_ROLLBACK: [776, 'denied'],
  // Another process has replaced the file. The next call opens the new one.
  SQLITE_READONLY_DBMOVED: [1032, 'busy'],
  SQLITE_READONLY_CANTINIT: [1288, 'denied'],
  SQLITE_READONLY_DIRECTORY: [1544, 'denied'],
  SQLITE_IOERR_READ: [266, 'io'],
  // The write-ahead log ends before a page that the shared memory says is in it: it was deleted or truncated.
  SQLITE_IOERR_SHORT_READ: [522, 'damage'],
  SQLITE_IOERR_WRITE: [778, 'io'],
  SQLITE_IOERR_FSYNC: [1034, 'io'],
  SQLITE_IOERR_DIR_FSYNC: [1290, 'io'],
  SQLITE_IOERR_TRUNCATE: [1546, 'io'],
  SQLITE_IOERR_FSTAT: [1802, 'io'],
  SQLITE_IOERR_UNLOCK: [2058, 'io'],
  SQLITE_IOERR_RDLOCK: [2314, 'io'],
  SQLITE_IOERR_DELETE: [2570, 'io'],
  SQLITE_IOERR_BLOCKED: [2826, 'busy'],
  SQLITE_IOERR_NOMEM: [3082, 'memory'],
  SQLITE_IOERR_ACCESS: [3338, 'io'],
  SQLITE_IOERR_CHECKRESERVEDLOCK: [3594, 'io'],
  SQLITE_IOERR_LOCK: [3850, 'io'],
  SQLITE_IOERR_CLOSE: [4106, 'io'],
  SQLITE_IOERR_DIR_CLOSE: [4362, 'io'],
  SQLITE_IOERR_SHMOPEN: [4618, 'open'],
  SQLITE_IOERR_SHMSIZE: [4874, 'io'],
  SQLITE_IOERR_SHMLOCK: [5130, 'io'],
  SQLITE_IOERR_SHMMAP: [5386, 'io'],
  SQLITE_IOERR_SEEK: [5642, 'io'],
  SQLITE_IOERR_DELETE_NOENT: [5898, 'io'],
  SQLITE_IOERR_MMAP: [6154, 'io'],
  SQLITE_IOERR_GETTEMPPATH: [6410, 'io'],
  SQLITE_IOERR_CONVPATH: [6666, 'io'],
  SQLITE_IOERR_VNODE: [6922, 'io'],
  SQLITE_IOERR_AUTH: [7178, 'denied'],
  SQLITE_IOERR_BEGIN_ATOMIC: [7434, 'io'],
  SQLITE_IOERR_COMMIT_ATOMIC: [7690, 'io'],
  SQLITE_IOERR_ROLLBACK_ATOMIC: [7946, 'io'],
  // A page does not match its checksum.
  SQLITE_IOERR_DATA: [8202, 'damage'],
  SQLITE_IOERR_CORRUPTFS: [8458, 'io'],
  SQLITE_IOERR_IN_PAGE: [8714, 'io'],
  SQLITE_IOERR_BADKEY: [8970, 'io'],
  SQLITE_IOERR_CODEC: [9226, 'io'],
  SQLITE_CORRUPT_VTAB: [267, 'damage'],
  SQLITE_CORRUPT_SEQUENCE: [523, 'damage'],
  SQLITE_CORRUPT_INDEX: [779, 'damage'],
  SQLITE_CANTOPEN_NOTEMPDIR: [270, 'open'],
  SQLITE_CANTOPEN_ISDIR: [526, 'open'],
  SQLITE_CANTOPEN_FULLPATH: [782, 'open'],
  SQLITE_CANTOPEN_CONVPATH: [1038, 'open'],
  SQLITE_CANTOPEN_DIRTYWAL: [1294, 'open'],
  SQLITE_CANTOPEN_SYMLINK: [1550, 'denied'],
  SQLITE_CONSTRAINT_CHECK: [275, 'bug'],
  SQLITE_CONSTRAINT_COMMITHOOK: [531, 'bug'],
  SQLITE_CONSTRAINT_FOREIGNKEY: [787, 'bug'],
  SQLITE_CONSTRAINT_FUNCTION: [1043, 'bug'],
  SQLITE_CONSTRAINT_NOTNULL: [1299, 'bug'],
  SQLITE_CONSTRAINT_PRIMARYKEY: [1555, 'bug'],
  SQLITE_CONSTRAINT_TRIGGER: [1811, 'bug'],
  SQLITE_CONSTRAINT_UNIQUE: [2067, 'bug'],
  SQLITE_CONSTRAINT_VTAB: [2323, 'bug'],
  SQLITE_CONSTRAINT_ROWID: [2579, 'bug'],
  SQLITE_CONSTRAINT_PINNED: [2835, 'bug'],
  SQLITE_CONSTRAINT_DATATYPE: [3091, 'bug'],
  SQLITE_AUTH_USER: [279, 'denied'],
  SQLITE_NOTICE_RECOVER_WAL: [283, 'bug'],
  SQLITE_NOTICE_RECOVER_ROLLBACK: [539, 'bug'],
  SQLITE_NOTICE_RBU: [795, 'bug'],
  SQLITE_WARNING_AUTOINDEX: [284, 'bug'],
};

/** Returns the fault of a result code. An extended code that is not in the table has the fault of its primary code. */
export function faultOf(code: number): StoreFault | undefined {
  return faults.get(code) ?? faults.get(code & 0xff);
}

const faults = new Map(Object.values(resultCodes));
