export {
  makeExtraction,
  PrivateFiles,
  reportSandbox,
  UNKNOWN_TYPE,
  type AskedPlugins,
  type Attachment,
  type CodeFormat,
  type CodeReading,
  type Drawing,
  type DrawingOptions,
  type DrawnPicture,
  type Extraction,
  type ExtractionTurn,
  type FoundCode,
  type MailFile,
  type MailOptions,
  type PageLayout,
  type ReadMail,
  type SandboxReport,
  type UndrawnPage,
  type UnreadMail,
} from '#capabilities/sandbox';
export { detectType } from './detect/detect-type.js';
export {
  EXTRACTION_OUTCOMES,
  firstTurn,
  isMoved,
  remarksOf,
  UNREAD_OUTCOMES,
  type ExtractionLane,
  type ExtractionOptions,
  type FileToExtract,
} from './extraction.js';
export { ExtractionModule } from './extraction.module.js';
export { ExtractionService } from './extraction.service.js';
export { LONGEST_TURN_OF_FILES_MS } from './extraction-turns.js';
export { EXTRACTION_PLUGINS, OCR_PLUGIN, type ExtractionPlugin, type OcrPlugin } from './extraction-plugins.js';
export { InstalledReaders } from './installed-readers.js';
export type { NewFile, SelectedParts, SelectionOptions } from './page-selecting.js';
export { ServiceTimeout } from './remote-extraction.js';
export type { ShortFile } from './short-texts.js';
