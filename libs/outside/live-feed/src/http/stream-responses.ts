/** No proxy may store, change or buffer what is sent. The connection ends with the stream. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
};

const CURSOR_HEADER = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'The cursor of the last event that was received: the stream continues after it. `EventSource` sends it by itself ' +
    'when it connects again. Used instead of `after`.',
  schema: { type: 'string' },
  example: '4711',
};

const DESCRIPTION = `A stream that stays open. Its messages:

- without a name: an event, as \`EventView\`; the \`id\` is its cursor
- \`cursor\`: \`{ "cursor" }\`, up to where the client has seen the log, when that is further than its last event; at the start, too
- \`progress\`: how far the processing of a document is; not part of the log, so it is not repeated
- \`preview\`: the picture of a page was made, or cannot be made: \`{ "documentId", "page", "width", "status" }\`; not part of the log either
- \`end\`: \`{ "reason" }\`, before the server closes the stream: \`server.stopping\`, or the code of the error that a new request would get

A comment is sent at least every 15 seconds.`;

/** For the description of the API. */
export const STREAM_RESPONSES = {
  parameters: [CURSOR_HEADER],
  responses: {
    200: { description: DESCRIPTION, content: { 'text/event-stream': { schema: { type: 'string' } } } },
  },
};
