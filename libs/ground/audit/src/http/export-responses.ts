const text = (description: string) => ({ description, schema: { type: 'string' } });

/** The response of an export, for the description of the API. */
export const EXPORT_RESPONSES = {
  responses: {
    200: {
      description: 'The entries, oldest first and without gaps.',
      headers: { 'content-disposition': text("`attachment; filename*=UTF-8''…`, the name percent-encoded.") },
      content: {
        'application/x-ndjson': { schema: { type: 'string' } },
        'text/csv; charset=utf-8': { schema: { type: 'string' } },
      },
    },
  },
};
