import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/**
 * A component that is loaded when it is first shown. Needs a `<Suspense>` above it. Without a connection it appears when
 * the connection is back: React remembers a failed load, so that the whole page would be an error until it is reloaded.
 */
export function lazyComponent<Properties>(
  load: () => Promise<ComponentType<Properties>>,
): LazyExoticComponent<ComponentType<Properties>> {
  return lazy(async () => ({ default: await onceConnected(load) }));
}

/** Loads what will soon be shown. Without a connection, showing it says so; a pointer that passes by does not. */
export const preloading = (load: () => Promise<unknown>) => (): void => void load().catch(() => undefined);

export async function onceConnected<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    }
  }
}

/** Whether a part of the application could not be loaded, as after an update of the server that removed it. */
export const isFailedLoad = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script failed|error loading/i.test(error.message);
