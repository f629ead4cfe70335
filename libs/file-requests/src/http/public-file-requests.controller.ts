import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readUploadForm } from '#http/uploads';
import { NotInOrganization } from '#libs/auth';
import { DocumentTooLarge } from '#libs/documents';
import {
  FileRequestFull,
  FileRequestGone,
  FileRequestVisits,
  HandInFile,
  HandInPlaces,
  isFull,
  type OpenFileRequest,
} from '#libs/file-requests';
import { Access, clientDisconnected, Describe, Errors, UPLOAD_TIMEOUT_MS } from '#libs/http-kit';
import { Idempotency, IDEMPOTENCY_KEY_HEADER } from '#libs/idempotency';
import { PUBLIC_RESPONSE_HEADERS } from '#libs/public-links';
import { siteOf } from '#libs/rate-limits';
import { FileRequestTokenParams, VerifyFileRequestBody } from './file-request.dto.js';
import { publicFileRequestView, type HandedInFileView, type PublicFileRequestView } from './file-request.view.dto.js';
import { HAND_IN_BODY, readSenderName } from './hand-in-fields.js';

/** What multipart adds to the file: boundaries, headers, small fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/** What people without an account do with the address of a file request. */
@Controller('api/file-requests/:token')
export class PublicFileRequestsController {
  constructor(
    private readonly visits: FileRequestVisits,
    private readonly handIn: HandInFile,
    private readonly places: HandInPlaces,
    private readonly idempotency: Idempotency,
  ) {}

  /** What is wanted, for the page of the visitor. With a password, the access token of `verify` is needed. */
  @Errors('file_request.not_found', 'file_request.gone', 'file_request.password_required', 'server.too_many_requests')
  @Get()
  @Access.public()
  async get(
    @Param() { token }: FileRequestTokenParams,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ fileRequest: PublicFileRequestView }> {
    reply.headers(PUBLIC_RESPONSE_HEADERS);
    const found = await this.visits.enter('open', token, visitorOf(request));
    return { fileRequest: publicFileRequestView(found, this.handIn.largestFile(found)) };
  }

  /** Exchanges the password for an access token, which is sent as a bearer token to the other routes. */
  @Errors(
    'file_request.not_found',
    'file_request.gone',
    'file_request.not_password_protected',
    'file_request.invalid_password',
    'server.too_many_requests',
  )
  @Post('verify')
  @HttpCode(200)
  @Access.public()
  async verify(
    @Param() { token }: FileRequestTokenParams,
    @Body() { password }: VerifyFileRequestBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ accessToken: string }> {
    reply.headers(PUBLIC_RESPONSE_HEADERS);
    return {
      accessToken: await this.visits.verify(token, password, visitorOf(request), clientDisconnected(reply)),
    };
  }

  /**
   * Hands in a file: multipart/form-data with `file` and, if wanted, `senderName`. Everything but the file itself is
   * checked before it is read. A file that is known is received like any other one.
   */
  @Errors(
    'file_request.not_found',
    'file_request.gone',
    'file_request.password_required',
    'file_request.full',
    'document.no_body',
    'document.invalid_file_fieldname',
    'document.parse_error',
    'document.empty_file',
    'document.size_too_large',
    'documents.storage.full',
    'server.invalid_request.form_data',
    'server.too_many_requests',
  )
  @Post('files')
  @HttpCode(201)
  @RouteConfig({ timeoutMs: UPLOAD_TIMEOUT_MS })
  @Describe({ requestBody: HAND_IN_BODY })
  @Access.public()
  async handInFile(
    @Param() { token }: FileRequestTokenParams,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ file: HandedInFileView }> {
    reply.headers(PUBLIC_RESPONSE_HEADERS);
    const opened = await this.visits.enter('upload', token, visitorOf(request));
    // A request that is repeated may have been the one that filled it: what it gets is decided with its file.
    if (isFull(opened) && request.headers[IDEMPOTENCY_KEY_HEADER] === undefined) throw FileRequestFull();
    this.#refuseWhatCannotFit(opened, request);
    return this.places.take({ fileRequestId: opened.id, address: request.ip }, () => this.#receive(opened, request));
  }

  async #receive(opened: OpenFileRequest, request: FastifyRequest): Promise<{ file: HandedInFileView }> {
    // Disposes the file at the end of this method: it stays only if a document has taken it over.
    await using received = new AsyncDisposableStack();
    const { file, mimeType, fields } = await readUploadForm(request, async (part, signal) => {
      const file = await this.handIn.receive(opened, part, signal);
      received.use(file);
      return file;
    });
    const details = { mimeType, senderName: readSenderName(fields), address: siteOf(request.ip) };
    try {
      return await this.idempotency.once(
        request,
        { sha256: file.stored.sha256, fileName: file.name, mimeType, senderName: details.senderName },
        (tx) => this.handIn.complete(tx, opened, file, details),
        ({ name, stored }) => ({ file: { name, size: stored.size } }),
        { scope: { actor: opened.id, route: 'hand in a file' } }, // not the address, which is a secret
      );
    } catch (error) {
      throw NotInOrganization.matches(error) ? FileRequestGone({ cause: error }) : error;
    }
  }

  #refuseWhatCannotFit(opened: OpenFileRequest, request: FastifyRequest): void {
    const largest = this.handIn.largestFile(opened);
    const announced = Number(request.headers['content-length'] ?? 0);
    if (largest > 0 && announced > largest + FORM_OVERHEAD_BYTES) throw DocumentTooLarge();
  }
}

function visitorOf({ ip, headers }: FastifyRequest): { address: string; accessToken: string | undefined } {
  return { address: ip, accessToken: /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] };
}
