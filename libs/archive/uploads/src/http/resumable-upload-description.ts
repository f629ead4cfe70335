import type { OperationFragment } from '#ground/http-kit';

const header = (name: string, description: string, required: boolean) => ({
  in: 'header',
  name,
  description,
  required,
  schema: { type: 'string' },
});

const VERSION = header('Tus-Resumable', '`1.0.0`, the version of the protocol.', false);
const OFFSET = { description: 'Bytes that the server has.', schema: { type: 'integer' } };
const EXPIRES = { description: 'Until when the upload can be continued.', schema: { type: 'string' } };

const bytes = (description: string) => ({
  required: false,
  description,
  content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
});

/** What the requests and responses of tus look like, for the description of the API. */
export const BEGIN_UPLOAD: OperationFragment = {
  parameters: [
    VERSION,
    header('Upload-Length', 'Bytes of the file.', true),
    header(
      'Upload-Metadata',
      'Pairs of a key and a value in Base64, separated by commas: `filename`, and if wanted `filetype`, `ocrLanguages`, `tagIds` (separated by commas), `documentDate` and `notes`, as in the form of an upload.',
      true,
    ),
  ],
  requestBody: bytes('The file or its beginning, if it is sent at once.'),
};

export const CONTINUE_UPLOAD: OperationFragment = {
  parameters: [VERSION, header('Upload-Offset', 'Bytes that the server has.', true)],
  requestBody: bytes('The bytes that follow; 5 MB at a time are a good choice.'),
  responses: {
    204: { description: 'Bytes are missing.', headers: { 'upload-offset': OFFSET, 'upload-expires': EXPIRES } },
  },
};

export const SEE_UPLOAD: OperationFragment = { parameters: [VERSION] };
