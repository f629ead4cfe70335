import { Injectable } from '@nestjs/common';
import { kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import { createId } from '#ground/kernel';
import type { BackupRunKind, BackupRunState, BackupTables } from './backup-run.schema.js';

/** Runs that are kept, and as many folders whose last good backup is kept however long ago it was made. */
const KEPT = 200;

/** A backup that was made, or a test restore. */
export interface BackupRun {
  id: string;
  kind: BackupRunKind;
  /** The folder of the backups. */
  folder: string;
  state: BackupRunState;
  startedAt: Date;
  /** Null while it runs, and when its process was killed. */
  finishedAt: Date | null;
  /** Null before it is known. */
  backupId: string | null;
  /** The files of the archive in the backup. */
  filesCount: number | null;
  bytes: number | null;
  /** How far it is, then what it found. */
  message: string | null;
  remedy: string | null;
}

export type RunOutcome = Pick<BackupRun, 'backupId' | 'bytes' | 'filesCount' | 'message' | 'remedy'> & {
  state: Exclude<BackupRunState, 'running'>;
};

/** What was killed before it could say so. */
export const KILLED: Pick<BackupRun, 'message' | 'remedy' | 'state'> = {
  state: 'interrupted',
  message: 'its process ended before it was complete',
  remedy: 'the next one goes on with the files that were copied, and removes the rest.',
};

const COLUMNS = `id, kind, folder, state, started_at as "startedAt", finished_at as "finishedAt", backup_id as "backupId",
  files_count as "filesCount", bytes::float8 as bytes, message, remedy`;

@Injectable()
export class BackupRunRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The caller has the lease of backups, so whatever is still said to run was killed. */
  async begin(kind: BackupRunKind, folder: string): Promise<string> {
    const id = createId('bkr');
    await this.#db.updateTable('backup_run').set(KILLED).where('state', '=', 'running').execute();
    await sqlOver(this.unitOfWork.db).query(
      `delete from backup_run where id not in (select id from backup_run order by started_at desc, id desc limit $1)
         and id not in (select id from (
           select distinct on (folder) id, started_at from backup_run where kind = 'create' and state = 'succeeded'
           order by folder, started_at desc, id desc) good order by started_at desc limit $1)`,
      [KEPT - 1],
    );
    await sqlOver(this.unitOfWork.db).query(
      `insert into backup_run (id, kind, folder, state) values ($1, $2, $3, 'running')`,
      [id, kind, folder],
    );
    return id;
  }

  /** Nothing once the run has ended: it may come later than the result. */
  async progress(id: string, message: string): Promise<void> {
    await this.#db
      .updateTable('backup_run')
      .set({ message })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute();
  }

  async finish(id: string, { backupId, filesCount, bytes, ...outcome }: RunOutcome): Promise<void> {
    await sqlOver(this.unitOfWork.db).query(
      `update backup_run set state = $2, message = $3, remedy = $4, backup_id = $5, files_count = $6, bytes = $7,
         finished_at = now() where id = $1`,
      [id, outcome.state, outcome.message, outcome.remedy, backupId, filesCount, bytes],
    );
  }

  /** The latest first. */
  latest(limit: number): Promise<BackupRun[]> {
    return sqlOver(this.unitOfWork.db).query<BackupRun>(
      `select ${COLUMNS} from backup_run order by started_at desc, id desc limit $1`,
      [limit],
    );
  }

  /** The last run of this kind in a folder that has ended; with `state`, the last one with that. */
  async last(kind: BackupRunKind, folder: string, state?: BackupRunState): Promise<BackupRun | undefined> {
    const [run] = await sqlOver(this.unitOfWork.db).query<BackupRun>(
      `select ${COLUMNS} from backup_run where kind = $1 and folder = $2
         and case when $3::text is null then state <> 'running' else state = $3 end
       order by started_at desc, id desc limit 1`,
      [kind, folder, state ?? null],
    );
    return run;
  }

  get #db() {
    return kyselyOf<BackupTables>(this.unitOfWork);
  }
}
