import { Injectable, Logger } from '@nestjs/common';
import { BACKUP_LEASE } from '#capabilities/storage';
import { Leases, UnitOfWork } from '#ground/database';
import { failed } from '#ground/features';
import { Clock } from '#ground/kernel';
import { underLease, type Progress } from './create-backup.js';
import { BackupRunRepository, KILLED, type BackupRun, type RunOutcome } from './backup-run.repository.js';
import type { BackupRunKind } from './backup-run.schema.js';
import { TestNotPossible, type Manifest } from './manifest.js';

const NO_FACTS = { backupId: null, filesCount: null, bytes: null };

/** What a backup or a test restore tells about itself. */
export interface RunFacts {
  manifest: Manifest;
  /** Why it is not as good as it could be, with the remedy. */
  complaint?: { message: string; remedy: string };
}

/** Remembers what was done with backups, and with which result. */
@Injectable()
export class BackupJournal {
  readonly #logger = new Logger('Backup');

  constructor(
    private readonly runs: BackupRunRepository,
    private readonly leases: Leases,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Does the work under the lease of backups, and remembers it. */
  record<Result extends RunFacts>(
    { kind, folder, waitMs }: { kind: BackupRunKind; folder: string; waitMs?: number },
    { signal, report }: Progress,
    work: (progress: Progress) => Promise<Result>,
  ): Promise<Result> {
    const run = async (within: AbortSignal): Promise<Result> => {
      const id = await this.runs.begin(kind, folder);
      const reported = (line: string): void => {
        report(line);
        this.runs.progress(id, line).catch(() => undefined); // the next line, or the result, replaces it
      };
      try {
        const result = await work({ signal: within, report: reported });
        await this.runs.finish(id, outcomeOf(result));
        return result;
      } catch (error) {
        await this.#fail(id, error, within);
        throw error;
      }
    };
    return underLease({ leases: this.leases, clock: this.clock }, signal, run, waitMs);
  }

  /** Whether a backup is remembered that was made in this folder. */
  async hasMadeIn(folder: string): Promise<boolean> {
    return (await this.runs.last('create', folder, 'succeeded')) !== undefined;
  }

  /** The latest first. */
  async latest(limit: number): Promise<BackupRun[]> {
    const [runs, isFree] = await Promise.all([
      this.runs.latest(limit),
      this.unitOfWork.run((tx) => this.leases.isFree(tx, BACKUP_LEASE)),
    ]);
    return runs.map((run) => (run.state === 'running' && isFree ? { ...run, ...KILLED } : run));
  }

  /** The database may be what has failed, or be closing with the process. */
  async #fail(id: string, error: unknown, { aborted }: AbortSignal): Promise<void> {
    const { message, remedy = null } = failed(error);
    const outcome = aborted
      ? { ...KILLED, message }
      : { state: error instanceof TestNotPossible ? ('skipped' as const) : ('failed' as const), message, remedy };
    try {
      await this.runs.finish(id, { ...NO_FACTS, ...outcome } as RunOutcome);
    } catch (unknown) {
      this.#logger.warn(`The result could not be remembered: ${(unknown as Error).message}`);
    }
  }
}

function outcomeOf({ manifest: { id, files }, complaint }: RunFacts): RunOutcome {
  return {
    state: 'succeeded',
    backupId: id,
    filesCount: files.count,
    bytes: files.bytes,
    message: complaint?.message ?? null,
    remedy: complaint?.remedy ?? null,
  };
}
