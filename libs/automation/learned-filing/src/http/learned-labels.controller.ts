import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { IsString, MaxLength } from 'class-validator';
import { DocumentParams } from '#archive/documents/http';
import { LearnedLabels } from '#automation/learned-filing';
import { Access, Context, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { learnedLabelView, type LearnedLabelsView } from './learned-filing.view.dto.js';

export class LearnedLabelParams extends DocumentParams {
  @IsString() @MaxLength(100) labelId!: string;
}

@Controller('api/organizations/:organizationId/documents/:documentId/learned-labels')
export class LearnedLabelsController {
  constructor(private readonly labels: LearnedLabels) {}

  /** Tags and options of properties that were set by what was learned, until a person confirms or undoes them. */
  @Errors('document.not_found')
  @Get()
  @Access.permissions('documents:read')
  async list(@Param() { documentId }: DocumentParams, @Context() ctx: OrganizationContext): Promise<LearnedLabelsView> {
    return { labels: (await this.labels.set(ctx, documentId)).map(learnedLabelView) };
  }

  /** Keeps the label; it is learned from as if a person had given it. */
  @Errors('document.not_found', 'document.learned_label_not_found')
  @Post(':labelId/confirm')
  @HttpCode(204)
  @Access.permissions('documents:update')
  async confirm(
    @Param() { documentId, labelId }: LearnedLabelParams,
    @Context() ctx: OrganizationContext,
  ): Promise<void> {
    await this.labels.confirm(ctx, { documentId, labelId });
  }

  /** Takes the label away from the document; it is not set or suggested again. */
  @Errors('document.not_found', 'document.learned_label_not_found')
  @Delete(':labelId')
  @HttpCode(204)
  @Access.permissions('documents:update')
  async undo(@Param() { documentId, labelId }: LearnedLabelParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.labels.undo(ctx, { documentId, labelId });
  }
}
