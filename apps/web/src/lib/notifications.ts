export interface NotificationData {
  kind: 'danger' | 'ok';
  action?: { label: string; run: () => void } | undefined;
  requestId?: string | undefined;
}

export interface Notification {
  id: string;
  title: string;
  /** 0: until it is closed. */
  timeout: number;
  priority: 'high' | 'low';
  data: NotificationData;
}

/** What shows notifications; loaded with the first one, because most pages never need it. */
export interface NotificationViewer {
  add(notification: Notification): unknown;
  close(id: string): void;
}

const SHORT_MS = 5_000;
const WITH_ACTION_MS = 8_000;

const viewer = Promise.withResolvers<NotificationViewer>();
const listeners = new Set<() => void>();
let count = 0;

/** For `useSyncExternalStore`: whether there has been a notification. */
export const hasNotified = (): boolean => count > 0;
export function onFirstNotification(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by the viewer when it can show something. */
export const viewWith = (shown: NotificationViewer): void => viewer.resolve(shown);

function add(notification: Omit<Notification, 'id'>): string {
  count += 1;
  const id = `notification-${count}`;
  if (count === 1) for (const listener of listeners) listener();
  void viewer.promise.then((shown) => shown.add({ ...notification, id }));
  return id;
}

/** Says that something is done; `action` is most often its undo. Returns an id for {@link closeNotification}. */
export function notify(text: string, action?: NotificationData['action']): string {
  return add({
    title: text,
    timeout: action ? WITH_ACTION_MS : SHORT_MS,
    priority: 'low',
    data: { kind: 'ok', action },
  });
}

/** Says what went wrong, until it is closed. */
export function notifyProblem(
  problem: { message: string; requestId?: string | undefined },
  action?: NotificationData['action'],
): string {
  const data = { kind: 'danger' as const, action, requestId: problem.requestId };
  return add({ title: problem.message, timeout: 0, priority: 'high', data });
}

export function closeNotification(id: string): void {
  void viewer.promise.then((shown) => shown.close(id));
}
