const text = (description: string) => ({ description, schema: { type: 'string' } });
const BYTES = { 'application/zip': { schema: { type: 'string', format: 'binary' } } };

/** The responses of the download of an archive, for the description of the API. */
export const ARCHIVE_RESPONSES = {
  responses: {
    200: {
      description: 'The archive. One that is made while it is sent has neither a length nor a tag.',
      headers: {
        'content-disposition': text("`attachment; filename*=UTF-8''…`, the name percent-encoded."),
        'accept-ranges': text('`bytes` for a prepared archive, else `none`.'),
        etag: text('Of a prepared archive.'),
      },
      content: BYTES,
    },
    206: {
      description: 'The part of a prepared archive that `Range` asks for.',
      headers: { 'content-range': text('`bytes 0-99/1234`') },
      content: BYTES,
    },
    304: { description: 'The prepared archive is the one that `If-None-Match` names.' },
  },
};
