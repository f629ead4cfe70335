export { BATCH_TIMEOUT_MS } from './batch-timeout.js';
export { BatchBody, EXAMPLE_FILTER, filterOf } from './document-batch.dto.js';
export { DocumentParams, IsDocumentDate } from './document.dto.js';
export {
  documentView,
  previewView,
  DocumentsView,
  TrashedDocumentsView,
  type DocumentView,
  type PreviewView,
  type PropertyValueView,
} from './document.view.dto.js';
export { PREVIEW_RESPONSES } from './preview-responses.js';
export { PreviewPlaceQuery } from './preview.dto.js';
export { sendPreview } from './send-preview.js';
