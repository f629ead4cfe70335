import { Suspense, type ComponentProps } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import type { ViewDialog as Loaded } from './view-dialog';

const LoadedDialog = lazyComponent(async () => (await import('./view-dialog')).ViewDialog);

/** The dialog, loaded when it is opened: its form is larger than the rest of the views. */
export const ViewDialog = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <LoadedDialog {...props} />
  </Suspense>
);
