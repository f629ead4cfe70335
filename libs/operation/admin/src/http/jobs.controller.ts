import { Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { AdministerJobs } from '#operation/admin';
import { Access, Errors, type DateTime, type Integer } from '#ground/http-kit';
import { JobList, JobStates, type JobState, type ListedJob } from '#ground/jobs';
import { JobParams, JobsQuery, QueueParams } from './admin.dto.js';
import type { QueuesResponse } from './instance.view.dto.js';

export class JobView {
  id!: string;
  queue!: string;
  /** `dead`: failed in its last attempt. `failed`: waits for its next attempt. */
  state!: JobState;
  createdAt!: DateTime;
  startedAt!: DateTime | null;
  endedAt!: DateTime | null;
  attempts!: Integer;
  maxAttempts!: Integer;
  nextAttemptAt!: DateTime | null;
  /** Why it failed, the first 1,000 characters. */
  error!: string | null;
  organizationId!: string | null;
  /** The document, webhook or task that it works on. */
  subjectId!: string | null;
}

export class JobsPage {
  jobs!: JobView[];
  totalCount!: Integer;
  pageIndex!: Integer;
  pageSize!: Integer;
}

@Controller('api/admin')
export class AdminJobsController {
  constructor(
    private readonly states: JobStates,
    private readonly jobs: JobList,
    private readonly administer: AdministerJobs,
  ) {}

  /** The numbers of background jobs of each kind that wait, run, or failed in their last attempt. */
  @Get('queues')
  @Access.admin()
  async listQueues(): Promise<QueuesResponse> {
    const queues = await this.states.counts();
    return {
      queues: queues.map((queue) => ({ ...queue, oldestWaitingAt: queue.oldestWaitingAt?.toISOString() ?? null })),
    };
  }

  /** Jobs of one or all queues in one state; without `state`, those that failed in their last attempt. */
  @Get('jobs')
  @Access.admin()
  async list(@Query() { pageIndex, pageSize, ...selection }: JobsQuery): Promise<JobsPage> {
    const [jobs, totalCount] = await Promise.all([
      this.jobs.page(selection, { pageIndex, pageSize }),
      this.jobs.count(selection),
    ]);
    return { jobs: jobs.map(jobView), totalCount, pageIndex, pageSize };
  }

  /** Has a job tried again that failed in its last attempt, with all its attempts. */
  @Errors('jobs.not_found', 'jobs.not_retryable')
  @Post('jobs/:jobId/retry')
  @HttpCode(204)
  @Access.admin()
  async retry(@Param() { jobId }: JobParams): Promise<void> {
    await this.administer.retry(jobId);
  }

  /** Deletes a job that failed in its last attempt. */
  @Errors('jobs.not_found', 'jobs.not_retryable')
  @Delete('jobs/:jobId')
  @HttpCode(204)
  @Access.admin()
  async delete(@Param() { jobId }: JobParams): Promise<void> {
    await this.administer.delete(jobId);
  }

  /** Has all jobs of a queue tried again that failed in their last attempt; at most 1,000, the oldest. */
  @Errors('jobs.queue_not_found')
  @Post('queues/:queue/retry')
  @HttpCode(200)
  @Access.admin()
  async retryAll(@Param() { queue }: QueueParams): Promise<{ retriedCount: number }> {
    return { retriedCount: await this.administer.retryAll(queue) };
  }
}

function jobView(job: ListedJob): JobView {
  return {
    ...job,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
    nextAttemptAt: job.nextAttemptAt?.toISOString() ?? null,
  };
}
