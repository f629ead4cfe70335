import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#libs/database';
import type { ReadingResult } from '#libs/documents';
import { Tasks } from '#libs/tasks';

/** Keeps the task of a reprocessed document up to date. Does nothing for documents that nobody follows. */
@Injectable()
export class ReprocessTask {
  constructor(
    private readonly tasks: Tasks,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async begin(taskId: string | undefined): Promise<void> {
    if (taskId === undefined) return;
    const begun = await this.tasks.start(taskId);
    if (begun) await this.unitOfWork.run((tx) => this.tasks.advance(tx, taskId, { ...begun, total: 1 }));
  }

  /** A file that holds no text was read well; what failed is the server. */
  async complete(
    tx: Transaction,
    taskId: string | undefined,
    { outcome, reason, provider }: ReadingResult,
  ): Promise<void> {
    if (taskId === undefined) return;
    if (outcome === 'failed') return this.tasks.fail(tx, taskId, reason ?? 'The document could not be read.');
    await this.tasks.complete(tx, taskId, { processed: 1, result: { outcome, reason, provider } });
  }

  async documentIsGone(taskId: string | undefined): Promise<void> {
    if (taskId === undefined) return;
    await this.unitOfWork.run((tx) => this.tasks.cancel(tx, taskId, 'The document was removed before it was read.'));
  }
}
