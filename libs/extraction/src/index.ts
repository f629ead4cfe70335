export { ExtractionModule } from './extraction.module.js';
export { ExtractionService, READING_IS_OFF } from './extraction.service.js';
export { EXTRACTION_PLUGINS, OCR_PLUGIN, type ExtractionPlugin, type OcrPlugin } from './extraction-plugins.js';
export {
  firstTurn,
  type ExtractionFile,
  type ExtractionLane,
  type ExtractionOptions,
  type ExtractionReport,
  type ReadingTurn,
} from './extraction-report.js';
export { detectType, UNKNOWN_TYPE } from './detect/detect-type.js';
export { reportSandbox, type SandboxReport } from './sandbox-report.js';
