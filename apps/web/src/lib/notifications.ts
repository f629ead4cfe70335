import { Toast } from '@base-ui/react/toast';

export interface NotificationData {
  kind: 'danger' | 'info' | 'ok';
  action?: { label: string; run: () => void } | undefined;
  requestId?: string | undefined;
}

/** Shown by `components/toaster`. */
export const toasts = Toast.createToastManager<NotificationData>();

const SHORT_MS = 5_000;
const WITH_ACTION_MS = 8_000;

/** Says that something is done; `action` is most often its undo. */
export function notify(text: string, action?: NotificationData['action']): string {
  return toasts.add({ title: text, timeout: action ? WITH_ACTION_MS : SHORT_MS, data: { kind: 'ok', action } });
}

/** Says what went wrong, until it is closed. */
export function notifyProblem(
  problem: { message: string; requestId?: string | undefined },
  action?: NotificationData['action'],
): string {
  return toasts.add({
    title: problem.message,
    timeout: 0,
    priority: 'high',
    data: { kind: 'danger', action, requestId: problem.requestId },
  });
}
