import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { Page } from '#ground/kernel';
import { definedJobs } from './job-definition.js';
import { failedQueue, SCHEMA } from './pg-boss-options.js';

/** `dead`: it failed in its last attempt and is kept in the dead-letter queue. `failed`: it waits for its next attempt. */
export type JobState = 'active' | 'dead' | 'failed' | 'waiting';

/** A job as administrators of the installation see it. */
export interface ListedJob {
  id: string;
  queue: string;
  state: JobState;
  createdAt: Date;
  startedAt: Date | null;
  /** When it failed for the last time; null before. */
  endedAt: Date | null;
  /** Attempts that were begun. */
  attempts: number;
  maxAttempts: number;
  nextAttemptAt: Date | null;
  error: string | null;
  organizationId: string | null;
  /** What it works on: the id of a document, a webhook, a task. */
  subjectId: string | null;
}

export interface JobSelection {
  queue?: string | undefined;
  state: JobState;
}

/** Ids in the data of jobs, the most telling first. */
const SUBJECTS = ['documentId', 'deliveryId', 'webhookId', 'taskId', 'ruleId', 'mailId', 'id'];
const MAX_ERROR_LENGTH = 1_000;

const CONDITIONS: Readonly<Record<JobState, string>> = {
  active: `j.state = 'active'`,
  dead: `j.state in ('created', 'retry')`,
  failed: `j.state = 'retry'`,
  waiting: `j.state in ('created', 'retry')`,
};

/** Reads jobs one by one; counts are in `JobStates`. As text: pg-boss defines the table. */
@Injectable()
export class JobList {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Newest first for dead ones, else in the order in which they are due. */
  async page(selection: JobSelection, { pageIndex, pageSize }: Page): Promise<ListedJob[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<ListedJob>(
      `select ${columns(selection.state)} from ${SCHEMA}.job j
       where j.name = any($1::text[]) and ${CONDITIONS[selection.state]}
       order by ${selection.state === 'dead' ? 'j.created_on desc, j.id' : 'j.start_after, j.created_on, j.id'}
       limit $2 offset $3`,
      [namesOf(selection), pageSize, Math.min(pageIndex * pageSize, Number.MAX_SAFE_INTEGER)],
    );
    return rows;
  }

  async count(selection: JobSelection): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      `select count(*)::int as count from ${SCHEMA}.job j where j.name = any($1::text[]) and ${CONDITIONS[selection.state]}`,
      [namesOf(selection)],
    );
    return row?.count ?? 0;
  }

  /** The queue and the state of a job; undefined when there is none that has not succeeded. */
  async find(id: string): Promise<{ queue: string; isDead: boolean } | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ name: string }>(
      `select j.name from ${SCHEMA}.job j where j.id = $1::uuid and j.state in ('created', 'retry', 'active')`,
      [id],
    );
    if (!row) return undefined;
    const dead = definedJobs().find(({ name }) => failedQueue(name) === row.name);
    return { queue: dead?.name ?? row.name, isDead: dead !== undefined };
  }
}

function namesOf({ queue, state }: JobSelection): string[] {
  const names = definedJobs()
    .map(({ name }) => name)
    .filter((name) => queue === undefined || name === queue);
  return state === 'dead' ? names.map(failedQueue) : names;
}

/** The data of jobs is not shown: it may hold what only its organization may read. */
function columns(state: JobState): string {
  const isDead = state === 'dead';
  const output = isDead ? 'coalesce(j.source_output, j.output)' : 'j.output';
  const subject = SUBJECTS.map((name) => `j.data ->> '${name}'`).join(', ');
  return `j.id::text as id, ${isDead ? `coalesce(j.source_name, regexp_replace(j.name, '\\.failed$', ''))` : 'j.name'} as queue,
    '${state}' as state, ${isDead ? 'coalesce(j.source_created_on, j.created_on)' : 'j.created_on'} as "createdAt",
    ${isDead ? 'null::timestamptz' : 'j.started_on'} as "startedAt", ${isDead ? 'j.created_on' : 'j.completed_on'} as "endedAt",
    ${isDead ? 'coalesce(j.source_retry_count, 0) + 1' : `j.retry_count + case when j.state = 'active' then 1 else 0 end`} as attempts,
    ${isDead ? 'coalesce(j.source_retry_count, 0) + 1' : 'j.retry_limit + 1'} as "maxAttempts",
    ${isDead || state === 'active' ? 'null::timestamptz' : 'j.start_after'} as "nextAttemptAt",
    left(${output} ->> 'message', ${MAX_ERROR_LENGTH}) as error,
    left(j.data ->> 'organizationId', 64) as "organizationId", left(coalesce(${subject}), 64) as "subjectId"`;
}
