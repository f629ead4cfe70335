import { cloneElement, Suspense, useState } from 'react';
import { lazyComponent, preloading } from '../lib/lazy-component';
import type { PopoverProps } from './popover-parts';

const load = () => import('./popover-parts');
const preload = preloading(load);
const OpenedPopover = lazyComponent(async () => (await load()).OpenedPopover);

/** A button with a panel below it. `trigger` is the button; it has no `onClick` of its own. */
export function Popover(props: PopoverProps) {
  const { trigger, isOpen = false, onOpenChange } = props;
  const [isWanted, setIsWanted] = useState(isOpen);
  if (isOpen && !isWanted) setIsWanted(true);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => {
      setIsWanted(true);
      onOpenChange?.(true);
    },
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenedPopover {...props} />
    </Suspense>
  );
}
