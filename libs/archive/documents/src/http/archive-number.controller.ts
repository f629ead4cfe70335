import { Body, Controller, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ArchiveNumbers } from '#archive/documents';
import { Access, Context, Errors, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { ArchiveNumberBody, type NextArchiveNumberView } from './archive-number.dto.js';
import { DocumentParams } from './document.dto.js';

@Controller('api/organizations/:organizationId')
export class ArchiveNumberController {
  constructor(private readonly numbers: ArchiveNumbers) {}

  /** The number after the highest one in use, for the next paper. Another document may get it first. */
  @Get('archive-numbers/next')
  @Access.permissions('documents:read')
  async next(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
  ): Promise<NextArchiveNumberView> {
    return { archiveNumber: (await this.numbers.next(ctx)) ?? null };
  }

  /** Sets the number under which the paper of a document is filed, or takes it away. */
  @Errors('document.not_found', 'document.archive_number_taken')
  @Put('documents/:documentId/archive-number')
  @HttpCode(204)
  @Access.permissions('documents:update')
  async change(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Body() { archiveNumber }: ArchiveNumberBody,
  ): Promise<void> {
    await this.numbers.change(ctx, documentId, archiveNumber);
  }
}
