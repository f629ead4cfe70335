import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { DocumentsConfig } from '#config/documents';
import { Access, Context, Describe, Errors, OrganizationParams, UPLOAD_TIMEOUT_MS } from '#libs/http-kit';
import { DocumentTooLarge, UploadDocument, type DocumentRow } from '#libs/documents';
import { Idempotency } from '#libs/idempotency';
import type { OrganizationContext } from '#libs/kernel';
import { documentView, type DocumentView } from './document.view.dto.js';
import { parseOcrLanguages } from './ocr-languages.js';
import { UPLOAD_BODY } from './upload-body.js';
import { readUploadForm } from './upload-form.js';

/** What multipart adds to the file: boundaries, headers, small fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

@Controller('api/organizations/:organizationId/documents')
export class UploadController {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly uploadDocument: UploadDocument,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Uploads a file: multipart/form-data with `file` and, if wanted, `ocrLanguages` in any order. Its text is read
   * afterwards.
   */
  @Errors(
    'document.no_body',
    'document.invalid_file_fieldname',
    'document.parse_error',
    'document.empty_file',
    'server.invalid_request.form_data',
    'document.already_exists',
    'document.size_too_large',
    'documents.storage.full',
  )
  @Post()
  @HttpCode(200)
  @RouteConfig({ timeoutMs: UPLOAD_TIMEOUT_MS })
  @Describe({ requestBody: UPLOAD_BODY })
  @Access.permissions('documents:create')
  async upload(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Req() request: FastifyRequest,
  ): Promise<{ document: DocumentView }> {
    this.#refuseWhatCannotFit(request);
    // Disposes the file at the end of this method: it stays only if a document has taken it over.
    await using received = new AsyncDisposableStack();
    const { file, mimeType, fields } = await readUploadForm(request, async (part, signal) => {
      const file = await this.uploadDocument.receive(ctx, part, signal);
      received.use(file);
      return file;
    });
    const ocrLanguages = parseOcrLanguages(fields.get('ocrLanguages') ?? []);
    return await this.idempotency.once(
      request,
      { sha256: file.stored.sha256, fileName: file.name, mimeType, ocrLanguages },
      (tx) => this.uploadDocument.complete(tx, ctx, file, { mimeType, ocrLanguages }),
      (document: DocumentRow) => ({ document: documentView(document) }),
    );
  }

  #refuseWhatCannotFit(request: FastifyRequest): void {
    const { maxUploadBytes } = this.config;
    const announced = Number(request.headers['content-length'] ?? 0);
    if (maxUploadBytes > 0 && announced > maxUploadBytes + FORM_OVERHEAD_BYTES) throw DocumentTooLarge();
  }
}
