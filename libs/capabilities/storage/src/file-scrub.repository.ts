import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';

/** How far the check of all files is. */
export interface ScrubState {
  /** Checked in this round. */
  files: number;
  bytes: number;
  /** Null before the first round. */
  startedAt: Date | null;
  /** Null while files are left to check. */
  finishedAt: Date | null;
}

export interface ScrubRun extends ScrubState {
  /** Names the run that has the claim. */
  run: string;
  /** The files up to this key are checked. */
  afterKey: string;
}

/** A run that has not said for so long that it works is taken for dead. */
const CLAIM_MINUTES = 5;

const STATE = `run, after_key as "afterKey", files::float8 as files, bytes::float8 as bytes, started_at as "startedAt",
  finished_at as "finishedAt"`;
const IS_DUE = 'started_at is null or finished_at is null or started_at <= now() - make_interval(days => $1)';

/**
 * The row that says where the check of all files stands. One run at a time has the claim to it; each of its statements
 * has no effect once another run has it. Raw: the numbers are read as such, and times are those of the database.
 */
@Injectable()
export class FileScrubRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async state(): Promise<ScrubState> {
    const [row] = await sqlOver(this.unitOfWork.db).query<ScrubRun>(`select ${STATE} from file_scrub`);
    return row ?? { files: 0, bytes: 0, startedAt: null, finishedAt: null };
  }

  /** Whether files are left to check, or the last round began more than `days` ago. */
  async isDue(days: number): Promise<boolean> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ isDue: boolean }>(
      `select ${IS_DUE} as "isDue" from file_scrub`,
      [days],
    );
    return row?.isDue ?? false;
  }

  /** Undefined while another run has the claim. */
  async claim(run: string): Promise<ScrubRun | undefined> {
    const [claimed] = await sqlOver(this.unitOfWork.db).query<ScrubRun>(
      `update file_scrub set run = $1, run_until = now() + make_interval(mins => $2)
       where run_until is null or run_until <= now() returning ${STATE}`,
      [run, CLAIM_MINUTES],
    );
    return claimed;
  }

  /** Begins a round, unless one is under way. */
  async begin(run: string): Promise<ScrubRun | undefined> {
    const [begun] = await sqlOver(this.unitOfWork.db).query<ScrubRun>(
      `update file_scrub set after_key = '', files = 0, bytes = 0, started_at = now(), finished_at = null
       where run = $1 and (started_at is null or finished_at is not null) returning ${STATE}`,
      [run],
    );
    return begun;
  }

  /** Saves how far the run is, and keeps its claim. Returns false when another run has it by now. */
  async save({ run, afterKey, files, bytes }: ScrubRun): Promise<boolean> {
    const saved = await sqlOver(this.unitOfWork.db).query(
      `update file_scrub set after_key = $2, files = $3, bytes = $4, run_until = now() + make_interval(mins => $5)
       where run = $1 returning id`,
      [run, afterKey, files, bytes, CLAIM_MINUTES],
    );
    return saved.length > 0;
  }

  /** Ends the round when it is complete, and gives the claim back. */
  async release(run: string, { isComplete }: { isComplete: boolean }): Promise<void> {
    await sqlOver(this.unitOfWork.db).query(
      `update file_scrub set run = null, run_until = null, finished_at = case when $2 then now() else finished_at end
       where run = $1`,
      [run, isComplete],
    );
  }
}
