import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AuditExported,
  AuditLog,
  AuditQuery,
  ExportEntries,
  INSTANCE_CHAIN,
  SealEntries,
  VerifyChains,
} from '#ground/audit';
import { attachmentHeader, DOWNLOAD_HEADERS, sendDownload } from '#ground/http-kit';
import type { AuditEntriesQuery, AuditExportQuery } from './audit.dto.js';
import {
  auditEntriesResponse,
  auditVerificationView,
  type AuditEntriesResponse,
  type AuditVerificationView,
} from './audit.view.dto.js';

/** Pages that a read seals first, so that it shows what was committed before it, also when no worker runs. */
const PAGES_BEFORE_READ = 2;
const STALL_TIMEOUT_MS = 60_000;
const TYPES = { jsonl: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' };

/** What the routes of organizations and of the installation have in common. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly entries: AuditQuery,
    private readonly seal: SealEntries,
    private readonly exports: ExportEntries,
    private readonly verify: VerifyChains,
    private readonly log: AuditLog,
  ) {}

  /** Returns the entries of a chain, or of all chains. */
  async list(chainId: string | undefined, query: AuditEntriesQuery): Promise<AuditEntriesResponse> {
    const { action, actorId, targetId, from, to, before, pageSize } = query;
    if (before === undefined) await this.seal.execute(chainId ?? INSTANCE_CHAIN, { maxPages: PAGES_BEFORE_READ });
    const selection = { chainId, action, actorId, targetId, from, to, before, limit: pageSize + 1 };
    const found = await this.entries.latest(selection);
    return auditEntriesResponse(found.slice(0, pageSize), found.length > pageSize);
  }

  /** Sends entries as a file. The export is an entry itself. */
  async export(
    chainId: string,
    { format, from, to }: AuditExportQuery,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<void> {
    reply.headers({
      'content-type': TYPES[format],
      'content-disposition': attachmentHeader(`audit-log-${chainId}.${format}`),
      ...DOWNLOAD_HEADERS,
      'cache-control': 'no-store',
      'accept-ranges': 'none',
    });
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    await this.log.recordNow({
      action: AuditExported,
      organizationId: chainId === INSTANCE_CHAIN ? null : chainId,
      details: { format, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null },
    });
    await this.seal.execute(chainId, { maxPages: PAGES_BEFORE_READ });
    const pages = Readable.from(this.exports.execute({ chainId, format, from, to }), { highWaterMark: 1 });
    await sendDownload(reply, pages, STALL_TIMEOUT_MS);
  }

  async verification(chainId: string): Promise<AuditVerificationView> {
    return auditVerificationView(await this.verify.last(chainId));
  }

  async startVerification(chainId: string): Promise<AuditVerificationView> {
    await this.verify.request(chainId);
    return this.verification(chainId);
  }
}
