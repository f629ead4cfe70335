import { defineError } from '#ground/kernel';

export const EventCursorGone = defineError(
  'events.cursor_gone',
  'gone',
  'The log of events cannot continue from this cursor: later events have been removed, or it is not from this log. ' +
    'Start without a cursor, and then read the current state of what you follow.',
);

export const InvalidEventCursor = defineError(
  'events.invalid_cursor',
  'invalid',
  'Last-Event-ID is not a cursor. Send the cursor of an event as it was received.',
);

export const TooManyStreamsOfUser = defineError(
  'events.too_many_streams_of_user',
  'rate_limited',
  'This user has too many open event streams (LIVE_FEED_STREAMS_PER_USER). Close some and try again.',
);

export const TooManyStreams = defineError(
  'events.too_many_streams',
  'unavailable',
  'The server has too many open event streams (LIVE_FEED_MAX_STREAMS). Try again later, or read the events page by page.',
);
