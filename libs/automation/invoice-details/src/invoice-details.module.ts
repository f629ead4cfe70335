import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { DocumentsModule } from '#archive/documents';
import { MetadataModule } from '#archive/metadata';
import { PropertiesModule } from '#archive/properties';
import { OrganizationsModule } from '#people/organizations';
import { DocumentInvoiceDetails } from './document-invoice-details.js';
import { FillDetails } from './fill-details.js';
import { FindDetailsOfDocuments } from './find-details-of-documents.js';
import { FindInvoiceDetails } from './find-invoice-details.js';
import { InvoiceDetailsRepository } from './invoice-details.repository.js';
import { InvoiceDetailsSetting } from './invoice-details-setting.js';

@Module({
  imports: [BatchesModule, DocumentsModule, MetadataModule, OrganizationsModule, PropertiesModule],
  providers: [
    DocumentInvoiceDetails,
    FillDetails,
    FindDetailsOfDocuments,
    FindInvoiceDetails,
    InvoiceDetailsRepository,
    InvoiceDetailsSetting,
  ],
  exports: [DocumentInvoiceDetails, FindInvoiceDetails, InvoiceDetailsSetting],
})
export class InvoiceDetailsModule {}
