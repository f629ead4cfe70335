import { Injectable } from '@nestjs/common';
import { CodesConfig } from '#config/codes';
import { AfterReading, type ReadDocument, type RunsAfterReading } from '#archive/documents';
import { ExtractionService } from '#capabilities/extraction';
import type { Transaction } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { CodeSettingsOfOrganizations } from './code-settings.js';
import { ReadDocumentCodes } from './document-codes.jobs.js';

@Injectable()
@AfterReading({ follows: 'thumbnail' })
export class RequestCodes implements RunsAfterReading {
  constructor(
    private readonly config: CodesConfig,
    private readonly settings: CodeSettingsOfOrganizations,
    private readonly extraction: ExtractionService,
    private readonly jobs: JobQueue,
  ) {}

  /** Enqueues jobs for documents that have pages. Those that can have no codes, such as texts and mails, cost nothing. */
  async afterReading(tx: Transaction, ctx: OrganizationContext, documents: readonly ReadDocument[]): Promise<void> {
    if (!this.config.isEnabled) return;
    const drawn = documents.filter(({ extraction }) => this.extraction.draws(extraction.detectedType));
    if (drawn.length === 0 || !(await this.settings.of(ctx, tx)).isEnabled) return;
    const { organizationId } = ctx;
    const jobs = drawn.map(({ documentId, wasRead }) => ({ organizationId, documentId, wasRead }));
    await this.jobs.enqueueAll(tx, ReadDocumentCodes, jobs);
  }
}
