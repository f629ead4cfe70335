import { defineError } from '#ground/kernel';

export const DocumentArchiveNotFound = defineError(
  'document_archives.not_found',
  'not_found',
  'Archive not found. Only the user or API key that requested an archive can download it.',
);
export const DocumentArchiveExpired = defineError(
  'document_archives.expired',
  'gone',
  'The archive has expired. Request a new one.',
);
export const DocumentArchiveNotReady = defineError(
  'document_archives.not_ready',
  'conflict',
  'The archive is not ready: it is being prepared, or that has failed. Download it when its task is completed.',
);
export const DocumentArchiveEmpty = defineError(
  'document_archives.empty',
  'invalid',
  'There is nothing to download: no document that is not in the trash is selected.',
);
export const TooManyArchivedDocuments = defineError(
  'document_archives.too_many_documents',
  'invalid',
  'These are more documents than one archive may hold (setting DOCUMENT_ARCHIVES_MAX_DOCUMENTS). Select fewer, for ' +
    'instance year by year.',
);
export const TooManyPreparedArchives = defineError(
  'document_archives.too_many_prepared',
  'conflict',
  'You have as many prepared archives as are kept (setting DOCUMENT_ARCHIVES_PREPARED_PER_USER). Delete one, or wait ' +
    'until one expires.',
);
export const TooManyArchiveStreamsOfUser = defineError(
  'document_archives.too_many_of_user',
  'rate_limited',
  'You are downloading as many archives as one user may at a time. Wait until one of these downloads has ended.',
);
export const TooManyArchiveStreams = defineError(
  'document_archives.too_many_streams',
  'unavailable',
  'The server is sending as many archives as it can at a time. Try again in a moment, or have the archive prepared.',
);
