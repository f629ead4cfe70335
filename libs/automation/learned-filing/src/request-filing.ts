import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { AfterReading, type ReadDocument, type RunsAfterReading } from '#archive/documents';
import type { Transaction } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { FileDocuments } from './learned-filing.jobs.js';
import { LearnedModels } from './learned-models.js';

/**
 * Has documents that were read filed by what was learned. In a job of their own: tags are locked before properties, and
 * the rules have locked both by now.
 */
@Injectable()
@AfterReading({ follows: 'suggestions' })
export class RequestFiling implements RunsAfterReading {
  constructor(
    private readonly models: LearnedModels,
    private readonly config: OrganizationsConfig,
    private readonly jobs: JobQueue,
  ) {}

  async afterReading(tx: Transaction, ctx: OrganizationContext, documents: readonly ReadDocument[]): Promise<void> {
    if (this.config.learnedFiling === 'off') return;
    const withText = documents.filter(({ extraction }) => extraction.text !== '');
    if (withText.length === 0 || !(await this.models.exists(ctx, tx))) return;
    const { organizationId } = ctx;
    const jobs = [...Map.groupBy(withText, ({ wasRead }) => wasRead)].map(([wasRead, own]) => {
      return { organizationId, documentIds: own.map(({ documentId }) => documentId), maySet: !wasRead };
    });
    await this.jobs.enqueueAll(tx, FileDocuments, jobs);
  }
}
