import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a folder that code of a file may have filled, folders without any right included. False when it cannot. */
export async function removeTree(path: string): Promise<boolean> {
  const remove = (): Promise<boolean> =>
    rm(path, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
  if (await remove()) return true;
  await openFolders(path).catch(() => undefined);
  return remove();
}

async function openFolders(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await openFolders(join(path, name));
}
