import { lazyComponent } from '../../lib/lazy-component';

/** Most people never see it. Needs a `<Suspense>` above it. */
export const RefusedByProvider = lazyComponent(async () => (await import('./refused-by-provider')).RefusedByProvider);
