import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import type { ShareDialogProps } from './share-dialog';

const LoadedDialog = lazyComponent(async () => (await import('./share-dialog')).ShareDialog);

/** The dialog, loaded when it is opened. */
export const ShareDialog = (props: ShareDialogProps) => (
  <Suspense>
    <LoadedDialog {...props} />
  </Suspense>
);
