/**
 * Watching is exact only on a file system where every writer goes through the kernel of this machine. On a network drive
 * or a folder shared with a virtual machine, the changes of the other side are not reported.
 */
import { statfsSync } from 'node:fs';

/** Returns why the file system of a folder cannot be watched; undefined if it can. */
export function whyNotWatchable(folder: string): string | undefined {
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
