export { detectDetails } from './detector/detect-details.js';
export { DocumentInvoiceDetails } from './document-invoice-details.js';
export { InvoiceDetailsModule } from './invoice-details.module.js';
export type { StoredFinding } from './invoice-details.repository.js';
export { InvoiceDetailsSetting } from './invoice-details-setting.js';
