import { Injectable } from '@nestjs/common';
import { Leases, UnitOfWork } from '#ground/database';

/** The lease of the process that makes or removes backups. */
export const BACKUP_LEASE = 'backup';

/** While a backup is made, no file is removed: the state of the database that it copies may name it. */
@Injectable()
export class HeldRemovals {
  constructor(
    private readonly leases: Leases,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Ask after the files were found to be marked for removal: a backup that begins later takes its state of the database
   * later, too, and does not name them.
   */
  async isBackupUnderWay(): Promise<boolean> {
    return !(await this.unitOfWork.run((tx) => this.leases.isFree(tx, BACKUP_LEASE)));
  }
}
