import { OCR_LANGUAGES } from './ocr-languages.js';

/** What an upload looks like, for the description of the API. */
export const UPLOAD_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          file: { type: 'string', format: 'binary', description: 'The file with its name; a second one is ignored.' },
          ocrLanguages: {
            type: 'array',
            items: { type: 'string', enum: OCR_LANGUAGES },
            description:
              'Languages to look for in scans. The field repeated, or one field with comma-separated codes or a JSON array.',
          },
        },
        required: ['file'],
      },
      encoding: { ocrLanguages: { style: 'form', explode: true } },
    },
  },
};
