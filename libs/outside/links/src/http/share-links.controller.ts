import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  Access,
  clientDisconnected,
  Context,
  Errors,
  IfMatch,
  InvalidBody,
  OrganizationParams,
  WholeListQuery,
  WithEntityTag,
} from '#ground/http-kit';
import { userIdOf, type OrganizationContext } from '#ground/kernel';
import { LinkPasswords, ShareLinks, type ShareLinkChanges } from '#outside/links';
import { ShareLinkParams, UpdateShareLinkBody } from './share-link.dto.js';
import {
  listedShareLinkView,
  shareLinkAccessView,
  shareLinkView,
  type ListedShareLinkView,
  type ShareLinkAccessView,
  type ShareLinkResponse,
} from './share-link.view.dto.js';

@Controller('api/organizations/:organizationId/share-links')
export class ShareLinksController {
  constructor(
    private readonly links: ShareLinks,
    private readonly passwords: LinkPasswords,
  ) {}

  /** The links of the organization, newest first. */
  @Get()
  @Access.permissions('documents:read')
  @Access.role('member')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<{ shareLinks: ListedShareLinkView[] }> {
    return { shareLinks: (await this.links.list(ctx, page)).map(listedShareLinkView) };
  }

  /** The latest 100 visits of a link, newest first. */
  @Errors('share_link.not_found')
  @Get(':shareLinkId/accesses')
  @Access.permissions('documents:read')
  @Access.role('member')
  async listAccesses(
    @Param() { shareLinkId }: ShareLinkParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ accesses: ShareLinkAccessView[] }> {
    return { accesses: (await this.links.accesses(ctx, shareLinkId)).map(shareLinkAccessView) };
  }

  /** Changes a link; at least one field. A link that is disabled or expired can be used again later. */
  @Errors('share_link.not_found')
  @Patch(':shareLinkId')
  @WithEntityTag('shareLink')
  @Access.permissions('documents:update')
  async update(
    @Param() { shareLinkId }: ShareLinkParams,
    @Context() ctx: OrganizationContext,
    @Body() body: UpdateShareLinkBody,
    @IfMatch() ifMatch: string[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ShareLinkResponse> {
    const { password, ...others } = body;
    if (Object.values(body).every((value) => value === undefined))
      throw InvalidBody({
        details: [{ path: null, message: 'give at least one of expiresAt, password, maxDownloads, isEnabled' }],
      });
    const changes: ShareLinkChanges = { ...others };
    if (typeof password === 'string') {
      const by = userIdOf(ctx) ?? 'system';
      changes.passwordHash = await this.passwords.hash(password, { by, signal: clientDisconnected(reply) });
    } else if (password === null) changes.passwordHash = null;
    return { shareLink: shareLinkView(await this.links.update(ctx, shareLinkId, changes, ifMatch)) };
  }

  /** Deletes a link. */
  @Errors('share_link.not_found')
  @Delete(':shareLinkId')
  @HttpCode(204)
  @Access.permissions('documents:update')
  async delete(@Param() { shareLinkId }: ShareLinkParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.links.delete(ctx, shareLinkId);
  }
}
