import { Injectable } from '@nestjs/common';
import { AfterReading, type ReadDocument, type RunsAfterReading } from '#archive/documents';
import type { Transaction } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import { AutoTaggerInUse } from './auto-tagger-in-use.js';
import { SuggestDocumentTags } from './auto-tagging.jobs.js';

@Injectable()
@AfterReading('suggestions')
export class RequestSuggestions implements RunsAfterReading {
  constructor(
    private readonly tagger: AutoTaggerInUse,
    private readonly settings: OrganizationSettings,
    private readonly jobs: JobQueue,
  ) {}

  /** Enqueues jobs that suggest tags for the documents, if server and organization have turned that on. */
  async afterReading(tx: Transaction, ctx: OrganizationContext, documents: readonly ReadDocument[]): Promise<void> {
    if (!this.tagger.isAvailable) return;
    const { organizationId } = ctx;
    if (!(await this.settings.autoTagging(ctx, tx)).isEnabled) return;
    const jobs = documents.map(({ documentId }) => ({ organizationId, documentId }));
    await this.jobs.enqueueAll(tx, SuggestDocumentTags, jobs);
  }
}
