import { Injectable } from '@nestjs/common';
import { IntakeConfig } from '#config/intake';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { systemContext, type OrganizationContext, type OrganizationScope } from '#ground/kernel';
import { FileStore } from '#capabilities/storage';
import { IntakeFailureRepository, type IntakeFailure, type NewFailure } from './intake-failure.repository.js';
import type { FileKey, IntakeSource } from './intake-file.repository.js';
import { IntakeFailureNotFound, IntakeFailureNotRetryable } from './intake.errors.js';
import { IntakeFailed, IntakeFailureRemoved } from './intake.events.js';
import { FinishIntake, RetryIntake } from './intake.jobs.js';
import { storableFailure } from './storable-failure.js';

const RETRIED_AT_ONCE = 1_000;
/** More than all attempts of a job may take together, and their pauses. */
const LONGEST_ATTEMPTS_HOURS = 6;

/** The list of what intakes could not take. */
@Injectable()
export class IntakeFailures {
  constructor(
    private readonly config: IntakeConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly failures: IntakeFailureRepository,
    private readonly files: FileStore,
    private readonly changes: Changes,
    private readonly jobs: JobQueue,
  ) {}

  async list(
    ctx: OrganizationScope,
    page: { pageIndex: number; pageSize: number },
  ): Promise<{ failures: IntakeFailure[]; failuresCount: number }> {
    const [failures, failuresCount] = await Promise.all([this.failures.list(ctx, page), this.failures.count(ctx)]);
    return { failures, failuresCount };
  }

  /** Puts a failure on the list. Returns the key of the file that is held for it, if there is one. */
  async save(tx: Transaction, source: IntakeSource, given: NewFailure): Promise<string | null> {
    const failure = storableFailure(given);
    const { organizationId, reason } = failure;
    const { id, isNew, storageKey } = await this.failures.save(tx, source, failure);
    if (isNew) {
      const name = failure.fileName ?? failure.subject;
      const facts = { failureId: id, source: failure.source, reason, ...(name !== undefined && { name }) };
      this.changes.record(tx, systemContext(organizationId, `plugin:${source.pluginId}`), IntakeFailed, facts);
    }
    return storageKey;
  }

  /** As {@link save}, in a transaction of its own. */
  async report(source: IntakeSource, failure: NewFailure): Promise<void> {
    await this.unitOfWork.run((tx) => this.save(tx, source, failure));
  }

  /**
   * Takes a file or mail from the list that was taken. `again`: after another attempt, when the source does not learn of
   * it by itself and has to clean up: a job of the same transaction, so that it happens also after a crash.
   */
  async resolve(tx: Transaction, source: IntakeSource, file: FileKey, { again }: { again: boolean }): Promise<void> {
    const resolved = await this.failures.resolve(tx, source, file);
    if (!resolved) return;
    const { organizationId } = file;
    const { pluginId, instance } = source;
    if (again && resolved.reference !== null)
      await this.jobs.enqueue(tx, FinishIntake, { organizationId, pluginId, instance, reference: resolved.reference });
    await this.files.removeLater(tx, resolved.storageKey === null ? [] : [resolved.storageKey]);
    const ctx = systemContext(organizationId, `plugin:${pluginId}`);
    this.changes.record(tx, ctx, IntakeFailureRemoved, { failureId: resolved.id });
  }

  /** Requests another attempt. Nothing happens when one is requested already. */
  async retry(ctx: OrganizationContext, failureId: string): Promise<IntakeFailure> {
    return this.unitOfWork.run(async (tx) => {
      const failure = await this.failures.lock(tx, ctx, failureId);
      if (!failure) throw IntakeFailureNotFound();
      if (!isRetryable(failure)) throw IntakeFailureNotRetryable();
      if (failure.state === 'open') await this.#enqueue(tx, ctx, [failureId]);
      return { ...failure, state: 'retrying' as const };
    });
  }

  /** Requests another attempt of all that can be tried again, at most 1,000 at once. Returns how many. */
  async retryAll(ctx: OrganizationContext): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const failureIds = await this.failures.lockRetryable(tx, ctx, RETRIED_AT_ONCE);
      await this.#enqueue(tx, ctx, failureIds);
      return failureIds.length;
    });
  }

  /** Removes a failure from the list, with what is held for it. */
  async remove(ctx: OrganizationContext, failureId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.failures.lock(tx, ctx, failureId))) throw IntakeFailureNotFound();
      await this.files.removeLater(tx, await this.failures.remove(tx, failureId));
      this.changes.record(tx, ctx, IntakeFailureRemoved, { failureId });
    });
  }

  /** Lets people request another attempt of what is being tried for longer than its job can take. Returns how many. */
  reopenAbandoned(): Promise<number> {
    return this.failures.reopenAbandoned(LONGEST_ATTEMPTS_HOURS);
  }

  /** Removes what is too old or too much, of all organizations. Returns how many failures. */
  async removeOutdated(signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (;;) {
      signal.throwIfAborted();
      const failureIds = await this.unitOfWork.run(async (tx) => {
        const ids = await this.failures.lockOutdated(tx, this.config.failuresKeptDays);
        await this.files.removeLater(tx, await this.failures.removeAll(tx, ids));
        return ids;
      });
      if (failureIds.length === 0) return removed;
      removed += failureIds.length;
    }
  }

  async #enqueue(tx: Transaction, { organizationId }: OrganizationScope, failureIds: readonly string[]): Promise<void> {
    if (failureIds.length === 0) return;
    await this.failures.markRetrying(tx, failureIds);
    await this.jobs.enqueueAll(
      tx,
      RetryIntake,
      failureIds.map((failureId) => ({ organizationId, failureId })),
    );
  }
}

/** True when the server holds the file, or the intake can find it again. */
export function isRetryable({ storageKey, reference }: Pick<IntakeFailure, 'reference' | 'storageKey'>): boolean {
  return storageKey !== null || reference !== null;
}
