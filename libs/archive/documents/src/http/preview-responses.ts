const text = (description: string) => ({ description, schema: { type: 'string' } });

/** The responses of a preview, for the description of the API. */
export const PREVIEW_RESPONSES = {
  responses: {
    200: {
      description: 'The picture.',
      headers: {
        etag: text('Changes with the picture.'),
        'cache-control': text('Permanent when `v` is the version of the document, else `private, no-cache`.'),
      },
      content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
    },
    202: {
      description: 'The picture is being made. Ask again after the seconds of `Retry-After`.',
      headers: { 'retry-after': text('Seconds.') },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { status: { type: 'string', enum: ['pending'] } },
            required: ['status'],
          },
        },
      },
    },
    304: { description: 'The picture is the one that `If-None-Match` names.' },
  },
};
