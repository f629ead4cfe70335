import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Describe, OrganizationParams } from '#ground/http-kit';
import { AuditEntriesQuery, AuditExportQuery } from './audit.dto.js';
import type { AuditEntriesResponse, AuditVerificationView } from './audit.view.dto.js';
import { AuditReader } from './audit-reader.js';
import { EXPORT_RESPONSES } from './export-responses.js';

@Controller('api/organizations/:organizationId/audit')
export class OrganizationAuditController {
  constructor(private readonly reader: AuditReader) {}

  /** Who did what in the organization, when and from where, newest first. Reading documents is not recorded. */
  @Get()
  @Access.session()
  @Access.role('admin')
  list(
    @Param() { organizationId }: OrganizationParams,
    @Query() query: AuditEntriesQuery,
  ): Promise<AuditEntriesResponse> {
    return this.reader.list(organizationId, query);
  }

  /** The entries of these times as a file, with their hashes. */
  @Get('export')
  @Describe(EXPORT_RESPONSES)
  @Access.session()
  @Access.role('admin')
  export(
    @Param() { organizationId }: OrganizationParams,
    @Query() query: AuditExportQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.reader.export(organizationId, query, { request, reply });
  }

  /** What the last check of the chain of hashes has found. */
  @Get('verification')
  @Access.session()
  @Access.role('admin')
  verification(@Param() { organizationId }: OrganizationParams): Promise<AuditVerificationView> {
    return this.reader.verification(organizationId);
  }

  /** Has a worker check every entry of the log, unless it does so already. */
  @Post('verification')
  @HttpCode(202)
  @Access.session()
  @Access.role('admin')
  startVerification(@Param() { organizationId }: OrganizationParams): Promise<AuditVerificationView> {
    return this.reader.startVerification(organizationId);
  }
}
