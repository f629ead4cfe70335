import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { DocumentsConfig } from '#config/documents';
import { Access, Context, Describe, Errors, OrganizationParams, UPLOAD_TIMEOUT_MS } from '#ground/http-kit';
import { DocumentTooLarge, UploadDocument } from '#archive/documents';
import { Idempotency } from '#ground/requests';
import type { OrganizationContext } from '#ground/kernel';
import { AddDocuments, type DocumentDetails } from '#archive/uploads';
import { UPLOAD_BODY } from './upload-body.js';
import { readUploadFields } from './upload-fields.dto.js';
import { readUploadForm } from './upload-form.js';
import { uploadedDocumentView, type UploadedDocumentView } from './uploaded-document.view.dto.js';

/** What multipart adds to the file: boundaries, headers, small fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

@Controller('api/organizations/:organizationId/documents')
export class UploadController {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly uploadDocument: UploadDocument,
    private readonly addDocuments: AddDocuments,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Uploads a file: multipart/form-data with `file` and, if wanted, `ocrLanguages`, `tagIds`, `documentDate` and `notes`
   * in any order. Its text is read afterwards. When a document has the same content, the error names it with
   * `documentId` and `documentName`, unless a key may not read documents.
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
    'documents.storage.unavailable',
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
  ): Promise<UploadedDocumentView> {
    this.#refuseWhatCannotFit(request);
    // Disposes the file at the end of this method: it stays only if a document has taken it over.
    await using received = new AsyncDisposableStack();
    const { file, mimeType, fields } = await readUploadForm(request, async (part, signal) => {
      const file = await this.uploadDocument.receive(ctx, part, signal);
      received.use(file);
      return file;
    });
    const details = { mimeType, ...readUploadFields(fields) };
    return await this.idempotency.once(
      request,
      { sha256: file.stored.sha256, fileName: file.name, ...fingerprintOf(details) },
      (tx) => this.addDocuments.addIn(tx, ctx, file, details),
      uploadedDocumentView,
      { withoutKey: () => this.addDocuments.add(ctx, file, details) },
    );
  }

  #refuseWhatCannotFit(request: FastifyRequest): void {
    const { maxUploadBytes } = this.config;
    const announced = Number(request.headers['content-length'] ?? 0);
    if (maxUploadBytes > 0 && announced > maxUploadBytes + FORM_OVERHEAD_BYTES) throw DocumentTooLarge();
  }
}

/** The same as before there were more fields, unless they are used: a client may repeat its request after an upgrade. */
function fingerprintOf({ mimeType, ocrLanguages, tagIds, ...others }: DocumentDetails): object {
  return { mimeType, ocrLanguages, ...(tagIds.length > 0 ? { tagIds } : {}), ...others };
}
