import {
  cloneElement,
  Suspense,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { lazyComponent, preloading } from '../lib/lazy-component';

// What opens over a page is loaded when a user is about to open it: it is a fifth of what a list would load.
const load = () => import('./menu-parts');
const preload = preloading(load);
const OpenedMenu = lazyComponent(async () => (await load()).OpenedMenu);
export const MenuItem = lazyComponent(async () => (await load()).MenuItem);
export const MenuSeparator = lazyComponent(async () => (await load()).MenuSeparator);

/** A button with a list of actions. `trigger` is the button; it has no `onClick` of its own. */
export function Menu({ trigger, children }: { trigger: ReactElement<HTMLAttributes<Element>>; children: ReactNode }) {
  const [isWanted, setIsWanted] = useState(false);
  const open = (): void => setIsWanted(true);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open();
    },
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenedMenu trigger={trigger}>{children}</OpenedMenu>
    </Suspense>
  );
}
