import { useSyncExternalStore } from 'react';
import { basePath } from './base-path';
import { ownScript } from './own-scripts';

/** The caches of `service-worker.js`. */
const FILES_CACHE = 'archivolt-files';
const KEPT_CACHE = 'archivolt-kept-';

/**
 * Starts the service worker, which shows what was seen before when there is no connection. Browsers have none without
 * HTTPS, except on this machine; then nothing is kept.
 */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register(ownScript(`${basePath}/sw.js`), { updateViaCache: 'none' })
    .then(keepLoadedFiles)
    .catch(() => undefined); // the pages work without it
}

/** The first visit loads its files, as those of the language, before the worker sees any. */
async function keepLoadedFiles(): Promise<void> {
  await navigator.serviceWorker.ready;
  const assets = `${location.origin}${basePath}/assets/`;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const cache = await caches.open(FILES_CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll([...new Set(loaded)].filter((url) => url.startsWith(assets) && !known.has(url)));
}

/** Deletes what is kept of the archive, also while the server cannot be reached. */
export async function forgetKept(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT_CACHE));
  await Promise.all(names.map((name) => caches.delete(name)));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine);
