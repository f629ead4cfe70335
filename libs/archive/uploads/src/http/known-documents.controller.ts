import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { DocumentRepository } from '#archive/documents';
import { Access, Context, LIST_BODY_BYTES, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { KnownDocumentsBody, type KnownDocumentView } from './known-documents.dto.js';

@Controller('api/organizations/:organizationId/documents')
export class KnownDocumentsController {
  constructor(private readonly documents: DocumentRepository) {}

  /** Which of these files the organization has, so that a client does not send them again. */
  @Post('known')
  @HttpCode(200)
  @RouteConfig({ bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:read')
  @Access.role('viewer')
  async known(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { sha256 }: KnownDocumentsBody,
  ): Promise<{ known: KnownDocumentView[] }> {
    return { known: await this.documents.findByHashes(ctx, [...new Set(sha256.map((hash) => hash.toLowerCase()))]) };
  }
}
