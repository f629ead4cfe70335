import type { EndReason } from './end-reason.js';
import type { EventView } from './event.view.dto.js';
import type { PreviewEndedView } from './preview-ended.view.js';
import type { ProgressView } from './progress.view.js';

// JSON has no line breaks outside of strings, and escapes those inside, so each message has one line of data.

/** A comment: keeps proxies from closing a quiet connection, and shows the client that it is alive. */
export const HEARTBEAT = ':\n\n';

/** Returns a frame that says how long a client should wait before it connects again. */
export const retryFrame = (milliseconds: number): string => `retry: ${milliseconds}\n\n`;

/** Returns a frame without a name, so that `onmessage` of an `EventSource` gets every event. */
export const eventFrame = (event: EventView): string => `id: ${event.cursor}\ndata: ${JSON.stringify(event)}\n\n`;

/** Tells the client up to where it has seen everything, also where it got no event. */
export const cursorFrame = (cursor: string): string =>
  `id: ${cursor}\nevent: cursor\ndata: ${JSON.stringify({ cursor })}\n\n`;

/** Returns a frame without an id: progress is not in the log and cannot be requested again. */
export const progressFrame = (progress: ProgressView): string =>
  `event: progress\ndata: ${JSON.stringify(progress)}\n\n`;

/** Returns a frame without an id, like that of progress. */
export const previewFrame = (preview: PreviewEndedView): string =>
  `event: preview\ndata: ${JSON.stringify(preview)}\n\n`;

export const endFrame = (reason: EndReason): string => `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
