export { ATTACHMENT_LIMITS, type Attachment, type HandedFile, type HandedFiles } from './attachments.js';
export { isolationFor } from './child-launcher.js';
export { CODE_FORMATS, LONGEST_CODE, type CodeFormat, type FoundCode } from './code-list.js';
export { CODE_READING, type CodeLane, type CodeReading, type CodeTask, type ReadCodes } from './code-lane.js';
export { declaredTypeIn } from './declared-type.js';
export { undrawn, type Drawing, type DrawingOptions, type DrawnPicture, type UndrawnPage } from './drawing.js';
export { DRAWING, type DrawingLane } from './drawing-lane.js';
export {
  makeExtraction,
  UNKNOWN_TYPE,
  type AskedPlugins,
  type Extraction,
  type ExtractionTurn,
  type MovedOutcome,
} from './extraction.js';
export { finishReading } from './finish-reading.js';
export type { ChildrenSettings } from './lane-children.js';
export { MAIL_OPENING, type MailLane } from './mail-lane.js';
export type { OcrMode } from './messages.js';
export { layoutsOf, makeLayout, MOST_PAGES, MOST_WORD_BYTES, type PageLayout } from './page-layout.js';
export { PAGE_SELECTING, type Selection, type SelectionLane } from './selection-lane.js';
export { PrivateFiles } from './private-files.js';
export type { MailFile, MailOptions, ReadMail, UnreadMail } from './read-mail.js';
export type { MailHead } from './read-opened.js';
export { readResult, sentence } from './read-result.js';
export { RecognizedPages } from './recognized-pages.js';
export { PluginFailedForNow, SandboxLane, type HeldPlace, type LaneSettings, type LaneTask } from './sandbox-lane.js';
export { RENDERING, type LaneRendition, type RenditionLane } from './rendition-lane.js';
export { reportSandbox, type SandboxReport } from './sandbox-report.js';
export { ShortLane } from './short-lane.js';
export { LONGEST_WAIT } from './work-clock.js';
