import { useSyncExternalStore } from 'react';

const KEY = 'archivolt.archives';
/** The server keeps an archive for a day, and only a few for each person. */
const MOST = 20;
const listeners = new Set<() => void>();
let present = read();

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function write(ids: readonly string[]): void {
  present = ids.slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(present));
  } catch {
    // Without storage they are known until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** Remembers a task that prepares an archive for the person at this browser: only they may fetch it. */
export const keepArchiveTask = (taskId: string): void => write([taskId, ...present.filter((id) => id !== taskId)]);

export const dropArchiveTask = (taskId: string): void => {
  if (present.includes(taskId)) write(present.filter((id) => id !== taskId));
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ids of the tasks whose archives can be downloaded here, also after a reload. */
export const useArchiveTasks = (): readonly string[] => useSyncExternalStore(subscribe, () => present);
