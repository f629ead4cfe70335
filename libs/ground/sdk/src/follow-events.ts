import { ArchivoltError } from './archivolt-error.js';
import type { Client, ResponseOf } from './client.js';
import type { ArchivoltEvent, EventName } from './events.js';
import { readMessages, type Message } from './read-messages.js';

const LIST = 'GET /api/organizations/{organizationId}/events';
const STREAM = 'GET /api/organizations/{organizationId}/events/stream';

/** The server sends something every 15 seconds. */
const SILENCE_MS = 45_000;
const LONGEST_PAUSE_MS = 60_000;

/** How far the processing of a document is. */
export interface Progress {
  documentId: string;
  status: 'completed' | 'pending' | 'running' | 'waiting';
  step: string | null;
  pagesDone: number | null;
  pagesTotal: number | null;
  reason: string | null;
  nextAttemptAt: string | null;
}

/** The picture of a page was made, or cannot be made. */
export interface EndedPreview {
  documentId: string;
  page: number;
  width: number;
  status: 'available' | 'unavailable';
}

export type EventsPage = Omit<ResponseOf<typeof LIST>, 'events'> & { events: ArchivoltEvent[] };

export interface ListOptions {
  organizationId: string;
  /** Only later events; without it from the oldest that is kept. */
  after?: string;
  /** Only these events. */
  names?: readonly EventName[];
  /** At most so many, 1 to 500. */
  limit?: number;
  signal?: AbortSignal;
}

export interface FollowOptions {
  organizationId: string;
  /** The cursor of the last event that you have handled; without it the stream starts now. */
  after?: string;
  /** Only these events. */
  names?: readonly EventName[];
  /** Ends the iteration. */
  signal?: AbortSignal;
  /** Called when the stream has started without a cursor: earlier events do not come, all later ones do. */
  onStart?: () => void;
  /** Called for documents that are being processed. Progress is not repeated after a lost connection. */
  onProgress?: (progress: Progress) => void;
  /** Called when a picture of a page was made. It is not repeated after a lost connection. */
  onPreview?: (preview: EndedPreview) => void;
}

/** One page of the events of an organization. */
export async function listEvents(client: Client, options: ListOptions): Promise<EventsPage> {
  const { organizationId, after, names, limit, signal } = options;
  const page = await client.request(LIST, {
    path: { organizationId },
    query: {
      ...(after === undefined ? {} : { after }),
      ...(names ? { name: [...names] } : {}),
      ...(limit ? { limit } : {}),
    },
    ...(signal ? { signal } : {}),
  });
  return page as EventsPage;
}

/**
 * The events of an organization as they happen, each once and in order. A lost connection is opened again, after pauses
 * that grow to a minute, and continues after the last event. Throws `ArchivoltError` when trying again cannot help: 401,
 * 403, or 410 when the events after the cursor are no longer kept.
 */
export async function* followEvents(client: Client, options: FollowOptions): AsyncGenerator<ArchivoltEvent> {
  const { organizationId, names, signal, onStart } = options;
  let cursor = options.after;
  let retryMs = 3_000;
  let failures = 0;
  while (!isAborted(signal)) {
    const messages = connect(client, {
      organizationId,
      names,
      signal,
      cursor,
      onStart,
      onRetry: (ms) => (retryMs = ms),
    });
    try {
      for (let message; (message = await next(messages, signal));) {
        failures = 0;
        if (message.event === 'progress') options.onProgress?.(JSON.parse(message.data) as Progress);
        if (message.event === 'preview') options.onPreview?.(JSON.parse(message.data) as EndedPreview);
        if (message.event === undefined) yield JSON.parse(message.data) as ArchivoltEvent;
        cursor = message.id ?? cursor;
      }
    } finally {
      await messages.return(undefined); // closes the connection when the caller leaves the loop
    }
    if (!isAborted(signal)) await pause(Math.min(retryMs * 2 ** failures, LONGEST_PAUSE_MS), signal);
    failures += 1;
  }
}

interface Connection {
  organizationId: string;
  names: readonly EventName[] | undefined;
  signal: AbortSignal | undefined;
  cursor: string | undefined;
  onStart: (() => void) | undefined;
  onRetry: (milliseconds: number) => void;
}

async function* connect(
  client: Client,
  { organizationId, names, signal, cursor, onStart, onRetry }: Connection,
): AsyncGenerator<Message, undefined> {
  const response = await client.request(STREAM, {
    path: { organizationId },
    query: names ? { name: [...names] } : {},
    headers: { accept: 'text/event-stream', ...(cursor === undefined ? {} : { 'last-event-id': cursor }) },
    ...(signal ? { signal } : {}),
  });
  if (cursor === undefined) onStart?.();
  yield* readMessages(response, { onRetry, silenceMs: SILENCE_MS });
  return undefined;
}

/** The next message; undefined when the connection has ended and may be opened again. */
async function next(
  messages: AsyncGenerator<Message, undefined>,
  signal: AbortSignal | undefined,
): Promise<Message | undefined> {
  try {
    return (await messages.next()).value;
  } catch (error) {
    if (isAborted(signal) || !isFinal(error)) return undefined;
    throw error;
  }
}

/** Errors that the same request would get again. All others are the network, a server that starts, or a limit. */
function isFinal(error: unknown): boolean {
  return error instanceof ArchivoltError && error.status < 500 && error.status !== 408 && error.status !== 429;
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Waits for half of the time to all of it, so that many clients do not come back together. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let wakeUp: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (wakeUp = resolve));
  const timer = setTimeout(wakeUp, milliseconds * (0.5 + Math.random() / 2));
  signal?.addEventListener('abort', wakeUp);
  await over;
  clearTimeout(timer);
  signal?.removeEventListener('abort', wakeUp);
}
