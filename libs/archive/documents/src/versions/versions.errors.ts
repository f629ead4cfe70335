import { defineError } from '#ground/kernel';

export const VersionNotFound = defineError('document.version_not_found', 'not_found', 'Version not found.');
export const VersionIsCurrent = defineError(
  'document.version_is_current',
  'conflict',
  'This version is the file that the document has.',
);
export const NotChangedInTrash = defineError(
  'document.version_in_trash',
  'conflict',
  'The document is in the trash. Restore it first.',
);
export const DocumentBeingRead = defineError(
  'document.being_read',
  'conflict',
  'The document is being read. Try again when that has ended.',
);
export const DocumentFileChanged = defineError(
  'document.file_changed',
  'conflict',
  'The document has another file since the pages were chosen. Open its pages again.',
);
export const TooManyVersions = defineError(
  'document.too_many_versions',
  'conflict',
  'The document has as many versions as are kept.',
);
export const PagesNotEditable = defineError(
  'document.pages_not_editable',
  'invalid',
  'The pages of this type of file cannot be changed; those of PDFs can.',
);
