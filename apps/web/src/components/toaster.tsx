import { Toast } from '@base-ui/react/toast';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { classNames } from '../lib/class-names';
import { viewWith, type NotificationData } from '../lib/notifications';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { IconButton } from './icon-button';

const toasts = Toast.createToastManager<NotificationData>();

/** Shows what `lib/notifications` says, in the corner. */
export function Toaster() {
  useEffect(() => viewWith(toasts), []);
  return (
    <Toast.Provider toastManager={toasts} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-16 z-50 flex flex-col gap-2 outline-none sm:inset-x-auto sm:start-1/2 sm:bottom-4 sm:w-96 sm:-translate-x-1/2 rtl:sm:translate-x-1/2">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { t } = useLingui();
  const { toasts: shown } = Toast.useToastManager<NotificationData>();
  return shown.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      data-toast
      swipeDirection={['down', 'right']}
      className={classNames(
        'rounded-menu bg-raised text-sm shadow-float ring-1 ring-line data-limited:hidden',
        toast.data?.kind === 'danger' ? 'text-danger' : 'text-text',
      )}
    >
      <Toast.Content className="flex items-center gap-2 py-1 ps-3 pe-1">
        <Toast.Title className="min-w-0 flex-1 py-2 break-words" dir="auto" render={<p />} />
        {toast.data?.requestId === undefined ? null : (
          <CopyButton text={toast.data.requestId} label={t`Copy request id`} />
        )}
        {toast.data?.action ? (
          <Button
            kind="quiet"
            size="small"
            onClick={() => {
              toasts.close(toast.id);
              toast.data?.action?.run();
            }}
          >
            {toast.data.action.label}
          </Button>
        ) : null}
        <Toast.Close render={<IconButton icon={X} label={t`Close`} />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
