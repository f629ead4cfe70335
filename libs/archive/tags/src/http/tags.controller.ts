import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { Access, Context, Errors, IfMatch, OrganizationParams, WholeListQuery, WithEntityTag } from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import type { OrganizationContext } from '#ground/kernel';
import { TagRepository, TagsService, type TagRow } from '#archive/tags';
import { CreateTagBody, TagParams, UpdateTagBody } from './tag.dto.js';
import { ListedTagView, TagView, tagView } from './tag.view.dto.js';

@Controller('api/organizations/:organizationId/tags')
export class TagsController {
  constructor(
    private readonly service: TagsService,
    private readonly tags: TagRepository,
    private readonly idempotency: Idempotency,
  ) {}

  /** Creates a tag. The body is JSON or a form. */
  @Errors('tags.already_exists', 'tags.organization_limit_reached', 'tags.parent_not_found', 'tags.too_deep')
  @Post()
  @HttpCode(200)
  @RouteConfig({ acceptsForms: true })
  @Access.permissions('tags:create')
  async create(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: CreateTagBody,
    @Req() request: FastifyRequest,
  ): Promise<{ tag: TagView }> {
    return this.idempotency.once(
      request,
      body,
      (tx) => this.service.create(tx, ctx, body),
      (tag: TagRow) => ({ tag: tagView(tag) }),
    );
  }

  /** The tags of the organization, newest first, with the number of their active documents. */
  @Get()
  @Access.permissions('tags:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<{ tags: ListedTagView[] }> {
    const tags = await this.tags.list(ctx, page);
    return { tags: tags.map((tag) => ({ ...tagView(tag), documentsCount: tag.documentsCount })) };
  }

  /** Changes a tag; missing fields stay as they are. The body is JSON or a form. */
  @Errors('tags.not_found', 'tags.already_exists', 'tags.parent_not_found', 'tags.in_itself', 'tags.too_deep')
  @Put(':tagId')
  @WithEntityTag('tag')
  @RouteConfig({ acceptsForms: true })
  @Access.permissions('tags:update')
  async update(
    @Param() { tagId }: TagParams,
    @Context() ctx: OrganizationContext,
    @Body() body: UpdateTagBody,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<{ tag: TagView }> {
    return { tag: tagView(await this.service.update(ctx, tagId, body, ifMatch)) };
  }

  /** Deletes a tag and removes it from every document. Tags below it have no tag above them then. */
  @Errors('tags.not_found')
  @Delete(':tagId')
  @HttpCode(204)
  @Access.permissions('tags:delete')
  async delete(@Param() { tagId }: TagParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.service.delete(ctx, tagId);
  }
}
