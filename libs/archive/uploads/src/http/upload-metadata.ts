import { cleanFileName } from '@archivolt/plugin-kit';
import { storableMimeType } from '#archive/documents';
import { InvalidUploadMetadata, type DocumentDetails } from '#archive/uploads';
import { readUploadFields } from './upload-fields.dto.js';

/** What a resumable upload says about its file. */
export interface UploadMetadata {
  fileName: string;
  details: DocumentDetails;
}

/** Reads the header `Upload-Metadata`: `filename aW52b2ljZS5wZGY=,filetype YXBwbGljYXRpb24vcGRm`. */
export function readUploadMetadata(header: string | string[] | undefined): UploadMetadata {
  const fields = fieldsOf([header ?? []].flat().join(','));
  const fileName = cleanFileName(fields.get('filename') ?? fields.get('name'));
  if (!fileName) throw InvalidUploadMetadata({ message: 'Upload-Metadata has no filename.' });
  return {
    fileName,
    details: {
      mimeType: storableMimeType(fields.get('filetype') ?? fields.get('type')) ?? 'application/octet-stream',
      ...readUploadFields(new Map([...fields].map(([name, value]) => [name, [value]]))),
    },
  };
}

function fieldsOf(header: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const pair of header.split(',').map((text) => text.trim())) {
    if (pair === '') continue;
    const [name = '', value = '', ...more] = pair.split(' ');
    if (more.length > 0 || fields.has(name)) throw InvalidUploadMetadata();
    fields.set(name, textOf(value));
  }
  return fields;
}

function textOf(base64: string): string {
  if (!/^[\w+/-]*={0,2}$/.test(base64)) throw InvalidUploadMetadata();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch (error) {
    throw InvalidUploadMetadata({ message: 'The values in Upload-Metadata must be UTF-8 in Base64.', cause: error });
  }
}
