/** What file managers put into folders for themselves. */
const NOT_MEANT = /^(\.|Thumbs\.db$|desktop\.ini$)/i;
/** The name that browsers give to a picture in the clipboard. */
const PASTED_PICTURE = /^image\.(\w+)$/;

export const wasMeant = ({ name }: { name: string }): boolean => !NOT_MEANT.test(name);

/** Files and the contents of folders that were dropped. To be called before the event has ended. */
export function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return Promise.resolve([...files]);
  return filesIn(entries);
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found: File[] = [];
  for (const entry of entries) {
    if (!wasMeant(entry)) continue;
    if (isFile(entry)) found.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    else if (isFolder(entry)) found.push(...(await filesIn(await entriesOf(entry))));
  }
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The reader returns a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Pasted files; a picture without a name of its own gets one with the time: `Pasted 2026-07-03 14.05.09.png`. */
export function pastedFiles(files: Iterable<File>, now: Date): File[] {
  return [...files].map((file) => {
    const extension = PASTED_PICTURE.exec(file.name)?.[1];
    return extension === undefined ? file : new File([file], `Pasted ${timeIn(now)}.${extension}`, { type: file.type });
  });
}

function timeIn(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${date} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')}`;
}
