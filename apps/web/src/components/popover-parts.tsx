import { Popover as Base } from '@base-ui/react/popover';
import type { HTMLAttributes, ReactElement, ReactNode } from 'react';

export interface PopoverProps {
  trigger: ReactElement<HTMLAttributes<Element>>;
  /** For screen readers. */
  title: string;
  children: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** The popover, open. */
export function OpenedPopover({ trigger, title, children, isOpen, onOpenChange }: PopoverProps) {
  return (
    <Base.Root
      {...(isOpen === undefined ? { defaultOpen: true } : { open: isOpen })}
      {...(onOpenChange ? { onOpenChange: (open: boolean) => onOpenChange(open) } : {})}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className="z-50">
          <Base.Popup
            aria-label={title}
            className="max-h-(--available-height) max-w-[calc(100vw-16px)] overflow-y-auto rounded-menu bg-raised p-3 text-sm text-text shadow-float ring-1 ring-line"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
