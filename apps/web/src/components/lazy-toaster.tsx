import { lazy, Suspense, useSyncExternalStore } from 'react';
import { hasNotified, onFirstNotification } from '../lib/notifications';

const Toaster = lazy(async () => ({ default: (await import('./toaster')).Toaster }));

/** Loads what shows notifications with the first one. */
export function LazyToaster() {
  const isWanted = useSyncExternalStore(onFirstNotification, hasNotified);
  return <Suspense>{isWanted ? <Toaster /> : null}</Suspense>;
}
