import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { MetadataModule } from '#archive/metadata';
import { PropertiesModule } from '#archive/properties';
import { OrganizationsModule } from '#people/organizations';
import { DocumentInvoiceDetails } from './document-invoice-details.js';
import { FindInvoiceDetails } from './find-invoice-details.js';
import { InvoiceDetailsRepository } from './invoice-details.repository.js';
import { InvoiceDetailsSetting } from './invoice-details-setting.js';

@Module({
  imports: [DocumentsModule, MetadataModule, OrganizationsModule, PropertiesModule],
  providers: [DocumentInvoiceDetails, FindInvoiceDetails, InvoiceDetailsRepository, InvoiceDetailsSetting],
  exports: [DocumentInvoiceDetails, FindInvoiceDetails, InvoiceDetailsSetting],
})
export class InvoiceDetailsModule {}
