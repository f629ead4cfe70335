import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { Renditions } from '#archive/documents';
import { Access, Context, Describe, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentParams } from './document.dto.js';
import { RENDITION_HEADERS, renditionPage } from './rendition-page.js';

/** Changes when the same file is shown in another way. */
const WAY = '1';

const text = (description: string) => ({ description, schema: { type: 'string' } });

@Controller('api/organizations/:organizationId/documents/:documentId/rendition')
export class RenditionController {
  constructor(private readonly renditions: Renditions) {}

  /**
   * A table, a mail, a web page or a Markdown file as a page for a frame, without scripts, links and anything that would be
   * loaded; of a document in the trash, too. Of a table there are 1,000 rows and 50 columns.
   */
  @Errors(
    'document.not_found',
    'documents.rendition_unavailable',
    'documents.too_many_renditions',
    'documents.storage.file_damaged',
    'documents.storage.file_not_found',
    'documents.storage.unavailable',
  )
  @Get()
  @Describe({
    responses: {
      200: {
        description: 'The page.',
        headers: {
          etag: text('Changes with the page.'),
          'x-document-cut': text('`true` when a part of the file was left out because of a limit, else `false`.'),
        },
        content: { 'text/html': { schema: { type: 'string' } } },
      },
      304: { description: 'The page is the one that `If-None-Match` names.' },
    },
  })
  @Access.permissions('documents:read')
  async get(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const rendition = await this.renditions.of(ctx, documentId);
    const etag = `"${rendition.sha256.slice(0, 32)}-${WAY}"`;
    if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) {
      return reply
        .code(304)
        .headers({ ...RENDITION_HEADERS, etag })
        .send();
    }
    const { html, isCut } = await rendition.make(request.signal);
    return reply.headers({ ...RENDITION_HEADERS, etag, 'x-document-cut': String(isCut) }).send(renditionPage(html));
  }
}
