import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import { AutoTaggerInUse } from './auto-tagger-in-use.js';
import { SuggestDocumentTags } from './auto-tagging.jobs.js';

@Injectable()
export class RequestSuggestions {
  constructor(
    private readonly tagger: AutoTaggerInUse,
    private readonly settings: OrganizationSettings,
    private readonly jobs: JobQueue,
  ) {}

  /** Enqueues a job that suggests tags for the document, if server and organization have turned that on. */
  async execute(tx: Transaction, ctx: OrganizationContext, documentId: string): Promise<void> {
    if (!this.tagger.isAvailable) return;
    const { organizationId } = ctx;
    if (!(await this.settings.autoTagging(ctx, tx)).isEnabled) return;
    await this.jobs.enqueue(tx, SuggestDocumentTags, { organizationId, documentId });
  }
}
