export { attachmentHeader } from './attachment-header.js';
export { BATCH_TIMEOUT_MS } from './batch-timeout.js';
export { BatchBody, EXAMPLE_FILTER, filterOf } from './document-batch.dto.js';
export { DocumentParams, IsDocumentDate } from './document.dto.js';
export {
  documentView,
  DocumentsView,
  TrashedDocumentsView,
  type DocumentView,
  type PropertyValueView,
} from './document.view.dto.js';
export { sendDownload } from './file-download.js';
export { DOWNLOAD_HEADERS, sendFile } from './send-file.js';
export { DocumentsHttpModule } from './documents-http.module.js';
