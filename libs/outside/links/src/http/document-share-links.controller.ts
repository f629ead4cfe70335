import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocumentParams } from '#archive/documents/http';
import { Access, clientDisconnected, Context, Errors, WholeListQuery } from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import { userIdOf, type OrganizationContext } from '#ground/kernel';
import { LinkPasswords, ShareLinks, type ShareLink } from '#outside/links';
import { CreateShareLinkBody } from './share-link.dto.js';
import { shareLinkView, type ShareLinkResponse, type ShareLinkView } from './share-link.view.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId/share-links')
export class DocumentShareLinksController {
  constructor(
    private readonly links: ShareLinks,
    private readonly passwords: LinkPasswords,
    private readonly idempotency: Idempotency,
  ) {}

  /** Creates a link with which everybody who has its address can open the document, also one in the trash later on. */
  @Errors('document.not_found', 'share_link.limit_reached')
  @Post()
  @HttpCode(201)
  @Access.permissions('documents:update')
  async create(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Body() { password, expiresAt = null, maxDownloads = null }: CreateShareLinkBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ShareLinkResponse> {
    const by = userIdOf(ctx) ?? 'system';
    const signal = clientDisconnected(reply);
    const passwordHash = password === undefined ? null : await this.passwords.hash(password, { by, signal });
    return this.idempotency.once(
      request,
      { expiresAt, maxDownloads, isPasswordProtected: passwordHash !== null }, // a quick hash of a password must not be stored
      (tx) => this.links.create(tx, ctx, documentId, { expiresAt, passwordHash, maxDownloads }),
      (link: ShareLink) => ({ shareLink: shareLinkView(link) }),
    );
  }

  /** The links of a document, newest first. */
  @Errors('document.not_found')
  @Get()
  @Access.permissions('documents:read')
  @Access.role('member')
  async list(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<{ shareLinks: ShareLinkView[] }> {
    return { shareLinks: (await this.links.listOfDocument(ctx, documentId, page)).map(shareLinkView) };
  }
}
