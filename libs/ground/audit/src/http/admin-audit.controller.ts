import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { INSTANCE_CHAIN } from '#ground/audit';
import { Access, Describe } from '#ground/http-kit';
import { AdminAuditEntriesQuery, AdminAuditExportQuery, AdminAuditLogQuery } from './audit.dto.js';
import type { AuditEntriesResponse, AuditVerificationView } from './audit.view.dto.js';
import { AuditReader } from './audit-reader.js';
import { EXPORT_RESPONSES } from './export-responses.js';

@Controller('api/admin/audit')
export class AdminAuditController {
  constructor(private readonly reader: AuditReader) {}

  /** Who did what in the installation, when and from where, newest first; or in one organization, or in all. */
  @Get()
  @Access.admin()
  list(@Query() query: AdminAuditEntriesQuery): Promise<AuditEntriesResponse> {
    const { organizationId = INSTANCE_CHAIN, scope } = query;
    return this.reader.list(scope === 'all' ? undefined : organizationId, query);
  }

  /** The entries of these times as a file, with their hashes. */
  @Get('export')
  @Describe(EXPORT_RESPONSES)
  @Access.admin()
  export(
    @Query() query: AdminAuditExportQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.reader.export(query.organizationId ?? INSTANCE_CHAIN, query, { request, reply });
  }

  /** What the last check of the chain of hashes has found. */
  @Get('verification')
  @Access.admin()
  verification(@Query() { organizationId = INSTANCE_CHAIN }: AdminAuditLogQuery): Promise<AuditVerificationView> {
    return this.reader.verification(organizationId);
  }

  /** Has a worker check every entry of the log, unless it does so already. */
  @Post('verification')
  @HttpCode(202)
  @Access.admin()
  startVerification(@Query() { organizationId = INSTANCE_CHAIN }: AdminAuditLogQuery): Promise<AuditVerificationView> {
    return this.reader.startVerification(organizationId);
  }
}
