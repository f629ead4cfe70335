import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { DocumentsConfig } from '#config/documents';
import { Access, type Actor, CurrentActor, Describe, Errors, UPLOAD_TIMEOUT_MS } from '#libs/http-kit';
import { DocumentTooLarge, UploadDocument, type DocumentRow } from '#libs/documents';
import { Idempotency } from '#libs/idempotency';
import { OrganizationParams } from './document.dto.js';
import { documentView, type DocumentView } from './document.view.dto.js';
import { parseOcrLanguages } from './ocr-languages.js';
import { UPLOAD_BODY } from './upload-body.js';
import { readUploadForm } from './upload-form.js';

/** What multipart adds around the file: boundaries, headers, small fields. */
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
    @Param() params: OrganizationParams,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
  ): Promise<{ document: DocumentView }> {
    this.#refuseWhatCannotFit(request);
    const form = await readUploadForm(
      request,
      (file, signal) => this.uploadDocument.receive(params.organizationId, file.name, file.content, signal),
      (file) => this.uploadDocument.discard(file),
    );
    const { file, mimeType, fields } = form;
    try {
      const ocrLanguages = parseOcrLanguages(fields.get('ocrLanguages') ?? []);
      const details = { userId: actor.userId, mimeType, ocrLanguages };
      const answer = await this.idempotency.once(
        request,
        { sha256: file.sha256, fileName: file.fileName, mimeType, ocrLanguages },
        (keep) => this.uploadDocument.complete(file, details, keep),
        (document: DocumentRow) => ({ document: documentView(document) }),
      );
      if (answer.document.id !== file.documentId) await this.uploadDocument.discard(file); // it was there before
      return answer;
    } catch (error) {
      await this.uploadDocument.discard(file);
      throw error;
    }
  }

  #refuseWhatCannotFit(request: FastifyRequest): void {
    const { maxUploadBytes } = this.config;
    const announced = Number(request.headers['content-length'] ?? 0);
    if (maxUploadBytes > 0 && announced > maxUploadBytes + FORM_OVERHEAD_BYTES) throw DocumentTooLarge();
  }
}
