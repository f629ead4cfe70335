import type { ArchivoltEvent, Progress } from './api';

export type { ArchivoltEvent, Progress } from './api';

type EventListener = (event: ArchivoltEvent) => void;
type ProgressListener = (progress: Progress) => void;

const eventListeners = new Set<EventListener>();
const progressListeners = new Set<ProgressListener>();

/** Calls the listener for each change in the organization that is open, of this page and of others. */
export function onEvent(listener: EventListener): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

/** Calls the listener while documents of the open organization are processed. */
export function onProgress(listener: ProgressListener): () => void {
  progressListeners.add(listener);
  return () => progressListeners.delete(listener);
}

export const emitEvent = (event: ArchivoltEvent): void => {
  for (const listener of eventListeners) listener(event);
};

export const emitProgress = (progress: Progress): void => {
  for (const listener of progressListeners) listener(progress);
};
