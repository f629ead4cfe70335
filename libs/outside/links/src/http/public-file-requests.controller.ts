import { Body, Controller, Get, HttpCode, Param, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicResponses } from './public-responses.js';
import { readUploadForm } from '#archive/uploads/http';
import { NotInOrganization } from '#people/auth';
import { DocumentTooLarge } from '#archive/documents';
import {
  FileRequestFull,
  FileRequestGone,
  FileRequestVisits,
  HandInFile,
  HandInPlaces,
  isFull,
  type OpenFileRequest,
  type Visitor,
  bearerTokenOf,
  shownAddress,
} from '#outside/links';
import { Access, announceLimit, clientDisconnected, Describe, Errors, UPLOAD_TIMEOUT_MS } from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import { FileRequestTokenParams, VerifyFileRequestBody } from './file-request.dto.js';
import { publicFileRequestView, type HandedInFileView, type PublicFileRequestView } from './file-request.view.dto.js';
import { HAND_IN_BODY, readSenderName } from './hand-in-fields.js';

/** What multipart adds to the file: boundaries, headers, small fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/** What people without an account do with the address of a file request. */
@Controller('api/file-requests/:token')
@UseInterceptors(PublicResponses)
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
    const found = await this.visits.enter('open', token, visitorOf(request, reply));
    return { fileRequest: publicFileRequestView(found, this.handIn.largestFile(found)) };
  }

  /** Exchanges the password for an access token, which is sent as a bearer token to the other routes. */
  @Errors(
    'file_request.not_found',
    'file_request.gone',
    'file_request.not_password_protected',
    'file_request.invalid_password',
    'server.too_many_requests',
    'server.busy',
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
    return {
      accessToken: await this.visits.verify(token, password, visitorOf(request, reply), clientDisconnected(reply)),
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
    'documents.storage.unavailable',
    'server.invalid_request.form_data',
    'server.too_many_requests',
    'server.busy',
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
    const opened = await this.visits.enter('upload', token, visitorOf(request, reply));
    const scope = { actor: opened.id, route: 'hand in a file' }; // not the address, which is a secret
    // A request that is repeated may have been the one that filled it: what it gets is decided with its file.
    if (isFull(opened) && !(await this.idempotency.isRepeated(request, scope))) throw FileRequestFull();
    this.#refuseWhatCannotFit(opened, request);
    return this.places.take({ fileRequestId: opened.id, address: request.ip }, async () => {
      // Disposes the file at the end of this function: it stays only if a document has taken it over.
      await using received = new AsyncDisposableStack();
      const { file, fields, mimeType } = await readUploadForm(request, async (part, signal) => {
        const file = await this.handIn.receive(opened, part, signal);
        received.use(file);
        return file;
      });
      const { name, stored } = file;
      const details = { mimeType, senderName: readSenderName(fields) };
      const once = this.idempotency.once(
        request,
        { sha256: stored.sha256, fileName: name, ...details },
        (tx) => this.handIn.complete(tx, opened, file, { ...details, address: shownAddress(request.ip) }),
        () => ({ file: { name, size: stored.size } }),
        { scope },
      );
      return await once.catch(asGone);
    });
  }

  #refuseWhatCannotFit(opened: OpenFileRequest, request: FastifyRequest): void {
    const largest = this.handIn.largestFile(opened);
    const announced = Number(request.headers['content-length'] ?? 0);
    if (largest > 0 && announced > largest + FORM_OVERHEAD_BYTES) throw DocumentTooLarge();
  }
}

/** The organization was deleted while the file arrived. */
function asGone(error: unknown): never {
  throw NotInOrganization.matches(error) ? FileRequestGone({ cause: error }) : error;
}

function visitorOf({ ip, headers }: FastifyRequest, reply: FastifyReply): Visitor {
  const accessToken = bearerTokenOf(headers.authorization);
  return { address: ip, accessToken, announce: (limit) => announceLimit(reply, limit) };
}
