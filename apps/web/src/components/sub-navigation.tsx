import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names';

export const subLinkClasses =
  'inline-flex min-h-(--control-height) items-center rounded-control px-3 text-sm whitespace-nowrap text-muted hover:bg-hover hover:text-text [&.active]:bg-selected [&.active]:font-medium [&.active]:text-text';

/** A link at the side of pages without an organization, or to them. */
export const sideLinkClasses =
  'flex min-h-(--control-height) shrink-0 items-center gap-2 rounded-control px-2 text-sm text-text hover:bg-hover [&.active]:bg-selected [&.active]:font-medium';

/** Links to the pages that belong together: in a row, or below each other at the side of wide screens. */
export function SubNavigation({
  label,
  isAtSide = false,
  children,
}: {
  label: string;
  isAtSide?: boolean;
  children: ReactNode;
}) {
  return (
    <nav aria-label={label} className={classNames('flex gap-1 overflow-x-auto p-0.5', isAtSide && 'lg:flex-col')}>
      {children}
    </nav>
  );
}
