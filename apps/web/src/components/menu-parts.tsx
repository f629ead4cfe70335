import { Menu as Base } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../lib/class-names';
import { Keys } from './keys';

/** The menu, open. */
export function OpenedMenu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-50 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-48 overflow-y-auto rounded-menu bg-raised p-1 text-sm text-text shadow-float ring-1 ring-line outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItemProps {
  icon?: LucideIcon;
  keys?: string;
  isDangerous?: boolean;
  disabled?: boolean;
  onSelect: (event: { altKey: boolean }) => void;
  children: ReactNode;
}

export function MenuItem({
  icon: Icon,
  keys,
  isDangerous = false,
  disabled = false,
  onSelect,
  children,
}: MenuItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={(event) => onSelect({ altKey: event.altKey })}
      className={classNames(
        'flex min-h-(--control-height) cursor-pointer items-center gap-2 rounded-control px-2 outline-none data-disabled:opacity-50 data-highlighted:bg-hover',
        isDangerous && 'text-danger',
      )}
    >
      {Icon ? <Icon aria-hidden size={16} className="shrink-0" /> : null}
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {children}
      </span>
      {keys === undefined ? null : <Keys keys={keys} />}
    </Base.Item>
  );
}

export const MenuSeparator = () => <Base.Separator className="my-1 h-px bg-line" />;
