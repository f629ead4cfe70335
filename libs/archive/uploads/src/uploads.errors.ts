import { defineError } from '#ground/kernel';

export const ResumableUploadNotFound = defineError('uploads.not_found', 'not_found', 'Upload not found.');
export const ResumableUploadExpired = defineError(
  'uploads.expired',
  'gone',
  'The upload was not finished in time and is removed. Start it again.',
);
export const WrongUploadOffset = defineError(
  'uploads.wrong_offset',
  'conflict',
  'Upload-Offset is not where the upload ends. Ask with HEAD and continue from there.',
);
export const UploadLengthExceeded = defineError(
  'uploads.length_exceeded',
  'too_large',
  'The upload has more bytes than it announced in Upload-Length.',
);
export const InvalidUploadLength = defineError(
  'uploads.invalid_length',
  'invalid',
  'Upload-Length must be the number of bytes of the file; a length that is sent later is not supported.',
);
export const InvalidUploadOffset = defineError(
  'uploads.invalid_offset',
  'invalid',
  'Upload-Offset must be the number of bytes that the server has.',
);
export const InvalidUploadMetadata = defineError(
  'uploads.invalid_metadata',
  'invalid',
  'Upload-Metadata must be pairs of a key and a value in Base64, separated by commas, with a filename.',
);
export const UnsupportedUploadType = defineError(
  'uploads.unsupported_type',
  'unsupported_media',
  'The bytes of an upload must have the type application/offset+octet-stream.',
);
export const UnsupportedTusVersion = defineError(
  'uploads.unsupported_version',
  'precondition_failed',
  'The server supports version 1.0.0 of the tus protocol.',
);
export const TooManyUploadParts = defineError(
  'uploads.too_many_parts',
  'conflict',
  'The upload has as many parts as one may have (setting DOCUMENT_UPLOADS_MAX_PARTS). Cancel it, and send it again in larger parts.',
);
export const TooManyUnfinishedUploads = defineError(
  'uploads.too_many_unfinished',
  'rate_limited',
  'The organization has too many unfinished uploads. Finish or cancel some of them, or wait until they expire.',
);
