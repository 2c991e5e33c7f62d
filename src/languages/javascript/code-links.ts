/** Links that a manifest or a configuration refers to. */
import { skipReasons } from '../../model.ts';
import { extensionOf, type LinkTable } from '../../query/view/skipped-links.ts';
import type { Unread } from '../unread-rules.ts';

/** The link at a path or above it, if it may lead to code: styles and data have nothing to call. */
export function codeLinkAt(links: LinkTable, path: string | undefined): Unread | undefined {
  const link = path === undefined || path === '' ? undefined : links.at(path);
  if (link === undefined || !/^(?:\.[cm]?[jt]sx?)?$/.test(extensionOf(link))) return undefined;
  return { path: link, why: skipReasons.link.reason };
}
