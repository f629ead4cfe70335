import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A component that is loaded when it is first shown. Needs a `<Suspense>` above it. */
export function lazyComponent<Properties>(
  load: () => Promise<ComponentType<Properties>>,
): LazyExoticComponent<ComponentType<Properties>> {
  return lazy(async () => ({ default: await load() }));
}
