/**
 * Watching is exact only on a file system where every writer goes through the kernel of this machine. On a network drive
 * or a folder shared with a virtual machine, the changes of the other side are not reported.
 */
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { isWithin } from '../listing/lstat.ts';

/** Returns why a folder cannot be watched; undefined if it can. What is mounted below it counts too. */
export function whyNotWatchable(root: string): string | undefined {
  for (const folder of [root, ...mountedBelow(root)]) {
    const reason = whyNotOne(folder);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Returns the folders below a root where a file system is mounted. */
function mountedBelow(root: string): string[] {
  if (!existsSync(mountTable)) return [];
  const mounts = readFileSync(mountTable, 'utf8').split('\n');
  // The fifth field is the path, in which some characters are written in octal.
  const paths = mounts.map((line) => (line.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, octalCharacter));
  return paths.filter((path) => path !== root && isWithin(path, root) && existsSync(path));
}

const mountTable = '/proc/self/mountinfo';

function octalCharacter(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 8));
}

function whyNotOne(folder: string): string | undefined {
  const type = statfsSync(folder).type >>> 0;
  if (local.has(type)) return undefined;
  const foreign = remote.get(type) ?? `of an unknown type (0x${type.toString(16)})`;
  return `${folder} is on a file system ${foreign}, which may not report changes. A copy on a local disk can be watched.`;
}

// The numbers are those of the kernel's `magic.h` and of the file systems themselves.

const local: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x01021994, // tmpfs
  0x858458f6, // ramfs
  0x794c7630, // overlayfs
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
  0xca451a4e, // bcachefs
  0x52654973, // reiserfs
  0x3153464a, // jfs
  0x3434, // nilfs
  0x4d44, // vfat
  0x2011bab0, // exfat
  0x7366746e, // ntfs3
  0x482b, // hfs+
  0x9660, // iso9660
  0x73717368, // squashfs
  0xe0f5e1e2, // erofs
  0x24051905, // ubifs
  0xf15f, // ecryptfs
]);

const remote: ReadonlyMap<number, string> = new Map([
  [0x6969, 'on the network (nfs)'],
  [0x517b, 'on the network (smb)'],
  [0xff534d42, 'on the network (cifs)'],
  [0xfe534d42, 'on the network (smb2)'],
  [0x00c36400, 'on the network (ceph)'],
  [0x5346414f, 'on the network (afs)'],
  [0x0bd00bd0, 'on the network (lustre)'],
  [0x65735546, 'of a program or a virtual machine (fuse, virtiofs)'],
  [0x01021997, 'of a virtual machine (9p)'],
  [0x786f4256, 'of a virtual machine (vboxsf)'],
  [0xbacbacbc, 'of a virtual machine (vmhgfs)'],
  [0x00c0ffee, 'of a virtual machine (hostfs)'],
]);
