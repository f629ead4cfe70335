const text = (description: string) => ({ description, schema: { type: 'string' } });
const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

/** The responses of a download, for the description of the API. */
export const FILE_RESPONSES = {
  responses: {
    200: {
      description: 'The whole file.',
      headers: {
        etag: text('Changes with the content.'),
        'content-disposition': text("`attachment; filename*=UTF-8''…`, the name percent-encoded."),
        'accept-ranges': text('`bytes`'),
      },
      content: BYTES,
    },
    206: {
      description: 'The part that `Range` asks for.',
      headers: { 'content-range': text('`bytes 0-99/1234`') },
      content: BYTES,
    },
    304: { description: 'The content is the one that `If-None-Match` names.' },
  },
};
