import { defineError } from '#ground/kernel';

export const DocumentNotFound = defineError('document.not_found', 'not_found', 'Document not found.');
export const DocumentsNotFromOrganization = defineError(
  'documents.batch.documents_not_from_organization',
  'invalid',
  'Some of the documents do not belong to this organization; nothing was changed.',
);
export const DocumentAlreadyExists = defineError('document.already_exists', 'conflict', 'Document already exists.');
export const ArchiveNumberTaken = defineError(
  'document.archive_number_taken',
  'conflict',
  'Another document has this archive number; documents of the trash keep theirs.',
);
export const DocumentTooLarge = defineError('document.size_too_large', 'too_large', 'Document size too large.');
export const NoDocumentBody = defineError(
  'document.no_body',
  'invalid',
  'There is no file in the request. Send multipart/form-data with the file in the field "file".',
);
export const EmptyDocument = defineError('document.empty_file', 'invalid', 'The file is empty (0 bytes).');
export const WrongFileField = defineError(
  'document.invalid_file_fieldname',
  'invalid',
  'The file must be sent in the field "file".',
);
export const UploadNotReadable = defineError(
  'document.parse_error',
  'invalid',
  'The request is not complete multipart/form-data.',
);
export const InvalidFormData = defineError('server.invalid_request.form_data', 'invalid', 'Invalid form data.');
