import { Controller, Get, Param } from '@nestjs/common';
import { DocumentParams } from '#archive/documents/http';
import { DocumentCodes } from '#automation/document-codes';
import { Access, Context, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { documentCodesView, type DocumentCodesView } from './document-codes.view.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId/codes')
export class DocumentCodesController {
  constructor(private readonly codes: DocumentCodes) {}

  /** The barcodes and QR codes on the pages of the document, and what came of them. */
  @Errors('document.not_found')
  @Get()
  @Access.permissions('documents:read')
  async get(@Param() { documentId }: DocumentParams, @Context() ctx: OrganizationContext): Promise<DocumentCodesView> {
    return documentCodesView(await this.codes.of(ctx, documentId));
  }
}
