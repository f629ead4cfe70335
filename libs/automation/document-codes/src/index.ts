export { ApplyCodes } from './apply-codes.js';
export { CodeSettingsOfOrganizations, type CodeSettings } from './code-settings.js';
export { DocumentCodes, type NumberHolder } from './document-codes.js';
export { DocumentCodesModule } from './document-codes.module.js';
export { ReadDocumentCodes, type ReadDocumentCodesData } from './document-codes.jobs.js';
export type { CodesOfDocument } from './document-codes.repository.js';
export type { CodeMeaning, StoredCode } from './document-codes.schema.js';
export { FindDocumentCodes } from './find-document-codes.js';
