export { urlOfArchive } from './archive-url.js';
export type { DocumentArchive } from './document-archive.repository.js';
export * from './document-archives.errors.js';
export { PrepareArchive, type PrepareArchiveData } from './document-archives.jobs.js';
export { DocumentArchives } from './document-archives.js';
export { DocumentArchivesModule } from './document-archives.module.js';
export { PrepareArchiveFile, type PreparedArchive } from './prepare-archive.js';
export { RequestArchive, type ArchiveRequest } from './request-archive.js';
export { WriteArchive } from './write-archive.js';
