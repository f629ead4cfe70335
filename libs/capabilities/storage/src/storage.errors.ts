import { defineError } from '#ground/kernel';

export const StoredFileMissing = defineError(
  'documents.storage.file_not_found',
  'not_found',
  'The stored file is missing.',
);
export const StoredFileDamaged = defineError(
  'documents.storage.file_damaged',
  'internal',
  'The stored file is damaged: it is not the one that was uploaded. The administrator of this server can restore it from a backup.',
);
export const FileAlreadyStored = defineError(
  'documents.storage.file_already_exists',
  'conflict',
  'There is a stored file with this key already.',
);
export const StorageFull = defineError(
  'documents.storage.full',
  'insufficient_storage',
  'There is no space left to store the file. Free some space on the server and upload again.',
);
export const StorageUnavailable = defineError(
  'documents.storage.unavailable',
  'unavailable',
  'The storage for files cannot be reached. Try again later, or tell the administrator of this server.',
);
