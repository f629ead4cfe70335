import { Suspense, useSyncExternalStore } from 'react';
import { lazyComponent } from '../lib/lazy-component';
import { hasNotified, onFirstNotification } from '../lib/notifications';

const Toaster = lazyComponent(async () => (await import('./toaster')).Toaster);

/** Loads what shows notifications with the first one. */
export function LazyToaster() {
  const isWanted = useSyncExternalStore(onFirstNotification, hasNotified);
  return <Suspense>{isWanted ? <Toaster /> : null}</Suspense>;
}
