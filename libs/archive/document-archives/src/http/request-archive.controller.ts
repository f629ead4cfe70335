import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { PrefersAsync, startedTask, type StartedTask } from '#archive/batches/http';
import { BATCH_TIMEOUT_MS, filterOf } from '#archive/documents/http';
import { RequestArchive } from '#archive/document-archives';
import {
  Access,
  clientDisconnected,
  Context,
  Describe,
  Errors,
  LIST_BODY_BYTES,
  OrganizationParams,
} from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { RequestArchiveBody } from './document-archive.dto.js';
import { documentArchiveView, type DocumentArchiveView } from './document-archive.view.dto.js';

@Controller('api/organizations/:organizationId/documents/batch/archive')
export class RequestArchiveController {
  constructor(private readonly requestArchive: RequestArchive) {}

  /**
   * Requests a zip archive with the files of these documents and a list of them, `manifest.json`. A small archive can be
   * downloaded at once from its `url`, and is made while it is sent. A large one is prepared by a task, whose result has
   * the `url`. Only the caller can download it, until it expires.
   */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'document_archives.empty',
    'document_archives.too_many_documents',
    'document_archives.too_many_prepared',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
    'tasks.limit_reached',
  )
  @Post()
  @HttpCode(200)
  @Describe({ operationId: 'documentArchives.request' })
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: LIST_BODY_BYTES })
  @Access.permissions('documents:read')
  @Access.role('viewer')
  async request(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter, prefersPrepared }: RequestArchiveBody,
    @PrefersAsync() prefersAsync: boolean,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ archive: DocumentArchiveView } | StartedTask> {
    const archive = await this.requestArchive.execute(
      ctx,
      {
        filter: filterOf(filter),
        prefersPrepared: prefersAsync ? true : prefersPrepared,
      },
      clientDisconnected(reply),
    );
    if (archive.taskId !== null) return startedTask(reply, archive.taskId, prefersAsync);
    return { archive: documentArchiveView(archive) };
  }
}
