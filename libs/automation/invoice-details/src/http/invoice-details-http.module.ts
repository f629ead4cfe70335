import { Module } from '@nestjs/common';
import { InvoiceDetailsModule } from '#automation/invoice-details';
import { InvoiceDetailsController } from './invoice-details.controller.js';

@Module({ imports: [InvoiceDetailsModule], controllers: [InvoiceDetailsController] })
export class InvoiceDetailsHttpModule {}
