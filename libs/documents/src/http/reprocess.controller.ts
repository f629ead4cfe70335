import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { Access, Context, Errors } from '#libs/http-kit';
import { ReprocessDocument } from '#libs/documents';
import type { OrganizationContext } from '#libs/kernel';
import { DocumentParams } from './document.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId/reprocess')
export class ReprocessController {
  constructor(private readonly reprocessDocument: ReprocessDocument) {}

  /**
   * Reads the file again and applies the tagging rules: a background task. The text is replaced only when reading
   * gives one. A document in the trash may be read again too; it stays there.
   */
  @Errors('document.not_found')
  @Post()
  @HttpCode(202)
  @Access.permissions('documents:update')
  async reprocess(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ taskId: string }> {
    return { taskId: await this.reprocessDocument.execute(ctx, documentId) };
  }
}
