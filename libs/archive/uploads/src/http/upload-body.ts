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
          tagIds: {
            type: 'array',
            maxItems: 50,
            items: { type: 'string' },
            description:
              'Tags for the document, in the same forms. A key then needs tags:read and documents:update, too.',
          },
          documentDate: {
            type: 'string',
            description: 'Date of the document: any date that can be read, in UTC unless it names its zone.',
          },
          notes: { type: 'string', maxLength: 2048 },
        },
        required: ['file'],
      },
      encoding: { ocrLanguages: { style: 'form', explode: true }, tagIds: { style: 'form', explode: true } },
    },
  },
};
