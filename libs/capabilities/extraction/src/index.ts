export type { Attachment } from './attachments.js';
export type { PageLayout } from './page-layout.js';
export { ExtractionModule } from './extraction.module.js';
export { ExtractionService } from './extraction.service.js';
export { LONGEST_TURN_OF_FILES_MS } from './extraction-turns.js';
export { EXTRACTION_PLUGINS, OCR_PLUGIN, type ExtractionPlugin, type OcrPlugin } from './extraction-plugins.js';
export { InstalledReaders } from './installed-readers.js';
export {
  EXTRACTION_OUTCOMES,
  firstTurn,
  isMoved,
  makeExtraction,
  remarksOf,
  UNREAD_OUTCOMES,
  type AskedPlugins,
  type Extraction,
  type ExtractionLane,
  type ExtractionOptions,
  type ExtractionTurn,
  type FileToExtract,
} from './extraction.js';
export type { Drawing, DrawingOptions, DrawnPicture, UndrawnPage } from './drawing.js';
export type { MailFile, MailOptions, ReadMail, UnreadMail } from './read-mail.js';
export { detectType, UNKNOWN_TYPE } from './detect/detect-type.js';
export { ServiceTimeout } from './remote-extraction.js';
export type { ShortFile } from './short-texts.js';
export { reportSandbox, type SandboxReport } from './sandbox-report.js';
export { PrivateFiles } from './private-files.js';
