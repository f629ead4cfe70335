import { defineFeature } from '#ground/features';
import { invoiceDetails } from './migrations/0064-invoice-details.js';

export const invoiceDetailsFeature = defineFeature({
  name: 'invoice-details',
  migrations: [invoiceDetails],
  module: async () => (await import('#automation/invoice-details')).InvoiceDetailsModule,
  worker: async () => (await import('#automation/invoice-details')).InvoiceDetailsModule,
  http: async () => (await import('./http/invoice-details-http.module.js')).InvoiceDetailsHttpModule,
});
