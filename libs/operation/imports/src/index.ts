export type * from './archive-records.js';
export { ImportArchive, type ImportOptions } from './import-archive.js';
export {
  IMPORT_OUTCOMES,
  ImportReport,
  type ImportCounts,
  type ImportLine,
  type ImportOutcome,
} from './import-report.js';
export type { ImportTarget } from './import-target.js';
export { ArchiveImported } from './imports.audit.js';
export { ImportsModule } from './imports.module.js';
export {
  openBelow,
  openFolderTree,
  openMailbox,
  openPaperlessExport,
  openPapra,
  UnreadableSource,
  type FolderOptions,
  type PapraOptions,
} from './sources/index.js';
