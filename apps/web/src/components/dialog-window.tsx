import { Dialog as Base } from '@base-ui/react/dialog';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { classNames } from '../lib/class-names';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Wide ones hold lists; on phones every dialog fills the screen. */
  isWide?: boolean;
  /** It takes the whole window, and its content scrolls by itself. */
  isFull?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
}

/** What a person most likely wants to fill in first. */
const FIELDS = ':is(input:not([type=file],[type=hidden],[type=checkbox],[type=radio]),textarea,select):not(:disabled)';

export function DialogWindow({
  isOpen,
  onClose,
  title,
  description,
  children,
  isWide = false,
  isFull = false,
  initialFocus,
}: DialogProps) {
  const { t } = useLingui();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/45%)]" />
        <Base.Popup
          ref={popup}
          // By touch, a field would bring up the keyboard over the dialog.
          initialFocus={
            initialFocus ??
            ((openType) => openType === 'touch' || (popup.current?.querySelector<HTMLElement>(FIELDS) ?? true))
          }
          className={classNames(
            'fixed inset-x-0 bottom-0 z-40 flex flex-col gap-4 overflow-y-auto rounded-t-dialog bg-raised p-4 text-text shadow-float ring-1 ring-line sm:inset-x-auto sm:start-1/2 sm:top-1/2 sm:bottom-auto sm:w-[calc(100vw-32px)] sm:-translate-1/2 sm:rounded-dialog sm:p-6 rtl:sm:translate-x-1/2',
            isFull ? 'h-dvh sm:h-[calc(100dvh-32px)]' : 'max-h-[92dvh]',
            isFull ? 'sm:max-w-6xl' : isWide ? 'sm:max-w-3xl' : 'sm:max-w-md',
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description === undefined ? null : (
                <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>
              )}
            </div>
            {/* Without a tooltip: it would open with the dialog, and take the first Escape. */}
            <Base.Close
              aria-label={t`Close`}
              className="inline-grid size-(--control-height) shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
            >
              <X aria-hidden size={16} />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
