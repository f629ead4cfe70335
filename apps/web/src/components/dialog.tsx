import { Suspense, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component';
import type { DialogProps } from './dialog-window';

const DialogWindow = lazyComponent(async () => (await import('./dialog-window')).DialogWindow);

/** A window over the page. */
export function Dialog(props: DialogProps) {
  const [isWanted, setIsWanted] = useState(props.isOpen);
  if (props.isOpen && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  );
}
