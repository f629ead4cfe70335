import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { basePath, ServerConfig } from '#config/server';
import {
  Access,
  Context,
  Describe,
  endBodySoon,
  Errors,
  OrganizationParams,
  UPLOAD_TIMEOUT_MS,
} from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import type { OrganizationContext } from '#ground/kernel';
import {
  InvalidUploadLength,
  InvalidUploadOffset,
  ResumableUploads,
  type Progress,
  type ResumableUpload,
} from '#archive/uploads';
import { abortedWith } from './aborted-with.js';
import { BEGIN_UPLOAD, CONTINUE_UPLOAD, SEE_UPLOAD } from './resumable-upload-description.js';
import { ResumableUploadParams } from './resumable-upload.dto.js';
import { progressView, type ResumableUploadProgressView } from './resumable-upload.view.dto.js';
import { checkTusVersion, streamsBody } from './tus-protocol.js';
import { readUploadMetadata } from './upload-metadata.js';

@Controller('api/organizations/:organizationId/uploads')
export class ResumableUploadsController {
  constructor(
    private readonly uploads: ResumableUploads,
    private readonly idempotency: Idempotency,
    private readonly server: ServerConfig,
  ) {}

  /**
   * Begins an upload that can be continued after an interruption (tus 1.0: creation). The file, or its beginning, may be
   * in the body. The file becomes a document with its last byte; an upload that is not finished is removed after 24 hours.
   */
  @Errors(
    'uploads.invalid_length',
    'uploads.invalid_metadata',
    'uploads.unsupported_type',
    'uploads.unsupported_version',
    'uploads.length_exceeded',
    'uploads.too_many_unfinished',
    'uploads.too_many_parts',
    'server.invalid_request.form_data',
    'document.empty_file',
    'document.size_too_large',
    'document.already_exists',
    'documents.storage.full',
    'documents.storage.unavailable',
  )
  @Post()
  @HttpCode(201)
  @RouteConfig({ timeoutMs: UPLOAD_TIMEOUT_MS, acceptsBytes: true })
  @Describe(BEGIN_UPLOAD)
  @Access.permissions('documents:create')
  async begin(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ResumableUploadProgressView> {
    checkTusVersion(request, reply);
    const size = bytesIn(request.headers['upload-length']);
    if (size === undefined) throw InvalidUploadLength();
    const metadata = readUploadMetadata(request.headers['upload-metadata']);
    const { uploadId } = await this.idempotency.once(
      request,
      { size, ...metadata },
      (tx) => this.uploads.begin(tx, ctx, { size, ...metadata }),
      ({ id }: ResumableUpload) => ({ uploadId: id }),
    );
    reply.header('location', `${basePath(this.server)}${request.url.split('?')[0] ?? ''}/${uploadId}`);
    const upload = await this.uploads.find(ctx, uploadId);
    // The same request may have come before: the client continues where that one ended, or sends all of it again.
    const takesBody = streamsBody(request) && (upload.received === 0 || upload.documentId !== null);
    const progress = takesBody
      ? await this.#append(ctx, uploadId, 0, request)
      : await this.uploads.withDocument(ctx, upload);
    return this.#respond(request, reply, progress);
  }

  /** How far an upload is. `HEAD` has it in the headers of tus. */
  @Errors('uploads.not_found', 'uploads.expired', 'uploads.unsupported_version')
  @Get(':uploadId')
  @Describe(SEE_UPLOAD)
  @Access.permissions('documents:create')
  @Access.role('member')
  async get(
    @Param() { uploadId }: ResumableUploadParams,
    @Context() ctx: OrganizationContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ResumableUploadProgressView> {
    checkTusVersion(request, reply);
    const upload = await this.uploads.find(ctx, uploadId);
    reply.header('cache-control', 'no-store').header('upload-length', String(upload.size));
    return this.#respond(request, reply, await this.uploads.withDocument(ctx, upload));
  }

  /**
   * Continues an upload (tus 1.0): the bytes from `Upload-Offset` on. Every byte up to the `Upload-Offset` of the response
   * is stored durably; what arrived before an interruption is kept, too. The request with the last byte responds with the
   * document.
   */
  @Errors(
    'uploads.not_found',
    'uploads.expired',
    'uploads.invalid_offset',
    'uploads.wrong_offset',
    'uploads.too_many_parts',
    'uploads.length_exceeded',
    'uploads.unsupported_type',
    'uploads.unsupported_version',
    'document.already_exists',
    'documents.storage.full',
    'documents.storage.unavailable',
  )
  @Patch(':uploadId')
  @HttpCode(200)
  @RouteConfig({ timeoutMs: UPLOAD_TIMEOUT_MS, acceptsBytes: true })
  @Describe(CONTINUE_UPLOAD)
  @Access.permissions('documents:create')
  async continue(
    @Param() { uploadId }: ResumableUploadParams,
    @Context() ctx: OrganizationContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ResumableUploadProgressView | undefined> {
    checkTusVersion(request, reply);
    const offset = bytesIn(request.headers['upload-offset']);
    if (offset === undefined) throw InvalidUploadOffset();
    const progress = await this.#append(ctx, uploadId, offset, request);
    const response = this.#respond(request, reply, progress);
    if (progress.document) return response;
    reply.status(204);
    return undefined;
  }

  /** Cancels an upload and removes what has arrived (tus 1.0: termination). A document that it became stays. */
  @Errors('uploads.not_found', 'uploads.expired', 'uploads.unsupported_version')
  @Delete(':uploadId')
  @HttpCode(204)
  @Access.permissions('documents:create')
  async cancel(
    @Param() { uploadId }: ResumableUploadParams,
    @Context() ctx: OrganizationContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    checkTusVersion(request, reply);
    await this.uploads.cancel(ctx, uploadId);
  }

  #append(ctx: OrganizationContext, uploadId: string, offset: number, request: FastifyRequest): Promise<Progress> {
    const length = bytesIn(request.headers['content-length']);
    return this.uploads.append(ctx, uploadId, { offset, length, body: request.raw }, abortedWith(request));
  }

  #respond(request: FastifyRequest, reply: FastifyReply, progress: Progress): ResumableUploadProgressView {
    const { received, expiresAt, documentId } = progress.upload;
    reply.header('upload-offset', String(received)).header('upload-expires', expiresAt.toUTCString());
    if (documentId !== null) reply.header('upload-document-id', documentId);
    endBodySoon(request, reply);
    return progressView(progress);
  }
}

function bytesIn(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}
