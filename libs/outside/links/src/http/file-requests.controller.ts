import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientUrl, ServerConfig } from '#config/server';
import { FileRequests, ReceivedFiles, type FileRequest } from '#outside/links';
import {
  Access,
  clientDisconnected,
  Context,
  Errors,
  IfMatch,
  OrganizationParams,
  PageQuery,
  WholeListQuery,
  WithEntityTag,
} from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import type { OrganizationContext } from '#ground/kernel';
import { CreateFileRequestBody, FileRequestParams, UpdateFileRequestBody } from './file-request.dto.js';
import {
  fileRequestView,
  receivedFileView,
  type FileRequestResponse,
  type FileRequestView,
  type ReceivedFilesResponse,
} from './file-request.view.dto.js';

/** Not for viewers, also what only reads: a response has the address under which anybody can hand in files. */
@Controller('api/organizations/:organizationId/file-requests')
export class FileRequestsController {
  readonly #baseUrl: string;

  constructor(
    private readonly service: FileRequests,
    private readonly files: ReceivedFiles,
    private readonly idempotency: Idempotency,
    config: ServerConfig,
  ) {
    this.#baseUrl = clientUrl(config);
  }

  /** Creates a link through which people without an account hand in files. */
  @Errors('file_request.limit_reached', 'tags.not_found')
  @Post()
  @HttpCode(201)
  @Access.permissions('file-requests:create')
  async create(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: CreateFileRequestBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FileRequestResponse> {
    const fields = await this.service.withHash(ctx, body, clientDisconnected(reply));
    return this.idempotency.once(
      request,
      { ...body, password: undefined }, // of what is stored, nothing depends on the password
      (tx) => this.service.create(tx, ctx, fields),
      (created: FileRequest) => this.#response(created),
    );
  }

  /** The file requests of the organization, newest first; also those that have ended. */
  @Get()
  @Access.permissions('file-requests:read')
  @Access.role('member')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<{ fileRequests: FileRequestView[] }> {
    const requests = await this.service.list(ctx, page);
    return { fileRequests: requests.map((request) => fileRequestView(request, this.#baseUrl)) };
  }

  /** One file request. */
  @Errors('file_request.not_found')
  @Get(':fileRequestId')
  @WithEntityTag('fileRequest')
  @Access.permissions('file-requests:read')
  @Access.role('member')
  async get(
    @Param() { fileRequestId }: FileRequestParams,
    @Context() ctx: OrganizationContext,
  ): Promise<FileRequestResponse> {
    return this.#response(await this.service.get(ctx, fileRequestId));
  }

  /** The files that came in, newest first, each with its document. */
  @Errors('file_request.not_found')
  @Get(':fileRequestId/files')
  @Access.permissions('file-requests:read')
  @Access.role('member')
  async listFiles(
    @Param() { fileRequestId }: FileRequestParams,
    @Context() ctx: OrganizationContext,
    @Query() page: PageQuery,
  ): Promise<ReceivedFilesResponse> {
    const { files, filesCount } = await this.files.list(ctx, fileRequestId, page);
    return { files: files.map(receivedFileView), filesCount };
  }

  /** Changes a file request; missing fields stay as they are. */
  @Errors('file_request.not_found', 'tags.not_found')
  @Patch(':fileRequestId')
  @WithEntityTag('fileRequest')
  @Access.permissions('file-requests:update')
  async update(
    @Param() { fileRequestId }: FileRequestParams,
    @Context() ctx: OrganizationContext,
    @Body() body: UpdateFileRequestBody,
    @IfMatch() ifMatch: string[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FileRequestResponse> {
    const changes = await this.service.withHash(ctx, body, clientDisconnected(reply));
    return this.#response(await this.service.update(ctx, fileRequestId, changes, ifMatch));
  }

  /** Deletes a file request with the list of what came in. The documents stay. */
  @Errors('file_request.not_found')
  @Delete(':fileRequestId')
  @HttpCode(204)
  @Access.permissions('file-requests:delete')
  async delete(@Param() { fileRequestId }: FileRequestParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.service.delete(ctx, fileRequestId);
  }

  #response(request: FileRequest): FileRequestResponse {
    return { fileRequest: fileRequestView(request, this.#baseUrl) };
  }
}
