import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { SelectedPage } from '@archivolt/plugin-kit';
import { DocumentParams } from '#archive/documents/http';
import { DocumentSplits, MOST_PAGES, RequestSplit } from '#archive/splitting';
import { Access, Context, Errors, InvalidBody } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { SplitBody, type PageRangeBody } from './splitting.dto.js';
import { splitView, type SplitView } from './splitting.view.dto.js';

@Controller('api/organizations/:organizationId/documents/:documentId/split')
export class SplittingController {
  constructor(
    private readonly splits: DocumentSplits,
    private readonly requestSplit: RequestSplit,
  ) {}

  /** What became of the latest split of the document: its parts, or why it was refused. */
  @Errors('document.not_found')
  @Get()
  @Access.permissions('documents:read')
  async get(@Param() { documentId }: DocumentParams, @Context() ctx: OrganizationContext): Promise<SplitView> {
    return splitView(await this.splits.of(ctx, documentId));
  }

  /**
   * Makes documents of the pages of a PDF: a background task, whose result has `documentIds`. The parts have the tags of
   * the document. It goes to the trash in the moment in which there are all parts; when one of them is refused, because
   * its content is known or the file is damaged or protected, nothing is changed and the task fails with the reason.
   */
  @Errors('document.not_found', 'document.split_in_trash', 'tasks.limit_reached')
  @Post()
  @HttpCode(202)
  @Access.permissions('documents:create', 'documents:delete')
  async split(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Body() { parts, keepOriginal = false }: SplitBody,
  ): Promise<{ taskId: string }> {
    checkRanges(parts);
    const pages = parts.map(pagesOf);
    return { taskId: await this.requestSplit.byHand(ctx, documentId, { parts: pages, keepsOriginal: keepOriginal }) };
  }
}

function checkRanges(parts: readonly PageRangeBody[]): void {
  const details = parts.flatMap(({ from, to }, index) =>
    to < from ? [{ path: `parts[${index}].to`, message: 'to must not be before from' }] : [],
  );
  const pages = parts.reduce((sum, { from, to }) => sum + Math.max(0, to - from + 1), 0);
  if (pages > MOST_PAGES)
    details.push({ path: 'parts', message: `parts must have at most ${MOST_PAGES} pages in all` });
  if (details.length > 0) throw InvalidBody({ details });
}

function pagesOf({ from, to, turn = 0 }: PageRangeBody): SelectedPage[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({ page: from + index, turn }));
}
