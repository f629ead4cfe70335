import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import { FinishEmptyingTrash } from './documents.jobs.js';
import { PurgeDocuments } from './purge-documents.js';

@Injectable()
export class EmptyTrash {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly purge: PurgeDocuments,
    private readonly jobs: JobQueue,
  ) {}

  /** Removes what is in the trash now: as much as a request can do at once, the rest in the background. */
  async execute(organizationId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const [row] = await tx.sql.query<{ until: string }>('select now()::timestamptz(3)::text as until');
      const until = row?.until ?? '-infinity';
      if ((await this.purge.trashedUntil(tx, organizationId, until)) === 0) return;
      await this.jobs.enqueue(tx, FinishEmptyingTrash, { organizationId, until });
    });
  }

  /** Chunk after chunk; where this is interrupted, the next attempt goes on. */
  async finish(organizationId: string, until: string, signal: AbortSignal): Promise<void> {
    for (let purged = 1; purged > 0;) {
      signal.throwIfAborted();
      purged = await this.unitOfWork.run((tx) => this.purge.trashedUntil(tx, organizationId, until));
    }
  }
}
