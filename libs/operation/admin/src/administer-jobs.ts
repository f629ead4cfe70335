import { Injectable } from '@nestjs/common';
import { AuditLog } from '#ground/audit';
import { definedJobs, JobList, JobNotFound, JobNotRetryable, JobQueue, QueueNotFound } from '#ground/jobs';
import { JobDeleted, JobRetried, QueueRetried } from './admin.audit.js';

/** Jobs that have failed in their last attempt, tried again or given up by an administrator. */
@Injectable()
export class AdministerJobs {
  constructor(
    private readonly jobs: JobList,
    private readonly queue: JobQueue,
    private readonly audit: AuditLog,
  ) {}

  async retry(jobId: string): Promise<void> {
    const queue = await this.#queueOfDead(jobId);
    if ((await this.queue.retryDead(queue, [jobId])) === 0) throw JobNotFound();
    await this.audit.recordNow({ action: JobRetried, target: { type: 'job', id: jobId, name: queue } });
  }

  /** Returns how many jobs are tried again, at most 1,000 of them. */
  async retryAll(queue: string): Promise<number> {
    if (!definedJobs().some(({ name }) => name === queue)) throw QueueNotFound();
    const retriedCount = await this.queue.retryDead(queue);
    if (retriedCount > 0) {
      const target = { type: 'queue', id: queue };
      await this.audit.recordNow({ action: QueueRetried, target, details: { retriedCount } });
    }
    return retriedCount;
  }

  async delete(jobId: string): Promise<void> {
    const queue = await this.#queueOfDead(jobId);
    await this.queue.deleteDead(queue, jobId);
    await this.audit.recordNow({ action: JobDeleted, target: { type: 'job', id: jobId, name: queue } });
  }

  async #queueOfDead(jobId: string): Promise<string> {
    const job = await this.jobs.find(jobId);
    if (!job) throw JobNotFound();
    if (!job.isDead) throw JobNotRetryable();
    return job.queue;
  }
}
