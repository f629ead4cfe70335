import type { TreeEntry } from '../walk-tree.js';

const TEMPORARY = [/^~\$/, /~$/, /\.(?:tmp|temp|part|partial|crdownload|download|swp|lock)$/];
const OF_THE_SYSTEM: ReadonlySet<string> = new Set([
  ...['thumbs.db', 'ehthumbs.db', 'desktop.ini', 'icon\r'],
  ...['$recycle.bin', 'system volume information', '__macosx', 'lost+found'],
]);

/** What an entry of a folder is called that does not become a document, and why; undefined for files and folders that do. */
export function leftOut({
  kind,
  name,
}: Pick<TreeEntry, 'kind' | 'name'>): { what: string; reason: string } | undefined {
  const text = name.toString('latin1').toLowerCase();
  const isFolder = kind === 'folder';
  switch (kind) {
    case 'symbolic link':
      return { what: kind, reason: 'Links are not followed.' };
    case 'special file':
      return { what: kind, reason: 'It is not a file with a content.' };
    case 'unreadable folder':
      return { what: 'folder', reason: 'The system cannot read it, or its path is too long.' };
    default:
      if (OF_THE_SYSTEM.has(text))
        return { what: isFolder ? 'folder of the system' : 'file of the system', reason: 'It is no document.' };
      if (text.startsWith('.'))
        return { what: isFolder ? 'hidden folder' : 'hidden file', reason: 'Hidden names are left out.' };
      if (!isFolder && TEMPORARY.some((pattern) => pattern.test(text)))
        return { what: 'temporary file', reason: 'A program is or was writing it.' };
      return undefined;
  }
}
