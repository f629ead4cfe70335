import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocumentsConfig } from '#config/documents';
import { PREVIEW_RESPONSES, PreviewPlaceQuery, sendPreview } from '#archive/documents/http';
import { PublicResponses } from './public-responses.js';
import {
  Access,
  announceLimit,
  clientDisconnected,
  Describe,
  Errors,
  FILE_RESPONSES,
  sendFile,
} from '#ground/http-kit';
import { bearerTokenOf, PUBLIC_RESPONSE_HEADERS, VisitShareLink, type ShareLinkRequest } from '#outside/links';
import { SharedDocumentParams, VerifyPasswordBody } from './share-link.dto.js';
import { sharedDocumentResponse, type SharedDocumentResponse } from './shared-document.view.dto.js';

/** Without an account. Routes of a link with a password need `Authorization: Bearer <accessToken>`. */
@Controller('api/share-links/:shareLinkToken')
@UseInterceptors(PublicResponses)
export class PublicShareLinksController {
  constructor(
    private readonly visits: VisitShareLink,
    private readonly config: DocumentsConfig,
  ) {}

  /** What a link shows. With a password it needs the token of `verify` as `Authorization: Bearer`. */
  @Errors(
    'server.too_many_requests',
    'share_link.not_found',
    'share_link.gone',
    'share_link.password_required',
    'document.not_found',
  )
  @Get('document')
  @Access.public()
  async document(
    @Param() { shareLinkToken }: SharedDocumentParams,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SharedDocumentResponse> {
    return sharedDocumentResponse(await this.visits.document(visitOf(shareLinkToken, request, reply)));
  }

  /** Checks the password of a link. The token opens the link for some minutes, or until the password changes. */
  @Errors(
    'server.too_many_requests',
    'server.busy',
    'share_link.not_found',
    'share_link.gone',
    'share_link.not_password_protected',
    'share_link.invalid_password',
  )
  @Post('verify')
  @HttpCode(200)
  @Access.public()
  async verify(
    @Param() { shareLinkToken }: SharedDocumentParams,
    @Body() { password }: VerifyPasswordBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ accessToken: string }> {
    const visit = visitOf(shareLinkToken, request, reply);
    return { accessToken: await this.visits.verify(visit, password, clientDisconnected(reply)) };
  }

  /**
   * The file of the document, as an attachment; `Range`, `If-Range` and `If-None-Match` are honoured. The rest of a
   * file that is requested within an hour is part of the same download.
   */
  @Errors(
    'server.too_many_requests',
    'share_link.not_found',
    'share_link.gone',
    'share_link.password_required',
    'document.not_found',
    'documents.storage.file_damaged',
    'documents.storage.file_not_found',
    'documents.storage.unavailable',
    'document.range_not_satisfiable',
  )
  @Get('document/file')
  @Describe(FILE_RESPONSES)
  @Access.public()
  async file(
    @Param() { shareLinkToken }: SharedDocumentParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { file, count } = await this.visits.file(visitOf(shareLinkToken, request, reply));
    await sendFile(request, reply, file, {
      headers: PUBLIC_RESPONSE_HEADERS,
      stallTimeoutMs: this.config.downloadStallTimeoutMs,
      beforeBytes: count,
    });
  }

  /** A picture of one page, as in `GET …/documents/:documentId/preview`. */
  @Errors(
    'server.too_many_requests',
    'share_link.not_found',
    'share_link.gone',
    'share_link.password_required',
    'document.not_found',
    'documents.preview_unavailable',
    'documents.too_many_previews',
    'documents.storage.file_damaged',
    'documents.storage.file_not_found',
    'documents.storage.unavailable',
  )
  @Get('document/preview')
  @Describe(PREVIEW_RESPONSES)
  @Access.public()
  async preview(
    @Param() { shareLinkToken }: SharedDocumentParams,
    @Query() { page, width }: PreviewPlaceQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const preview = await this.visits.preview(visitOf(shareLinkToken, request, reply), { page, width });
    await sendPreview(request, reply, preview, { page, cacheControl: PUBLIC_RESPONSE_HEADERS['cache-control'] });
  }
}

const MAX_USER_AGENT_LENGTH = 512;

function visitOf(token: string, { ip, headers }: FastifyRequest, reply: FastifyReply): ShareLinkRequest {
  const userAgent = headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed() ?? null;
  const accessToken = bearerTokenOf(headers.authorization);
  return { token, address: ip, userAgent, accessToken, announce: (limit) => announceLimit(reply, limit) };
}
