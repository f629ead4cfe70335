import { Inject, Injectable } from '@nestjs/common';
import type { StorageDriver } from '@archivolt/plugin-kit';
import { sqlOver, UnitOfWork } from '#libs/database';
import { DiagnosticCheck, type Check, type CheckResult } from '#libs/diagnostics';
import { PluginHost } from '#libs/plugin-host';
import { STORAGE_DRIVER } from './file-store.js';

/** Enough files to notice a loss, few enough to be quick in a large archive. */
const SAMPLE = 100;

/** Checks that files can be written, and that a sample of the stored files exists. */
@Injectable()
@DiagnosticCheck()
export class StoredFilesCheck implements Check {
  readonly name = 'storage';

  constructor(
    @Inject(STORAGE_DRIVER) private readonly driver: StorageDriver,
    private readonly unitOfWork: UnitOfWork,
    private readonly plugins: PluginHost,
  ) {}

  async run(signal: AbortSignal): Promise<CheckResult> {
    await this.driver.check(signal);
    const rows = await sqlOver(this.unitOfWork.db).query<{ key: string }>(
      `select storage_key as key from stored_file where state = 'committed'
         and abs(hashtext(storage_key)::bigint) % greatest(1, (select count(*) from stored_file) / $1) = 0 limit $1`,
      [SAMPLE],
    );
    const missing: string[] = [];
    for (const { key } of rows) if ((await this.driver.stat(key)) === undefined) missing.push(key);
    if (missing.length === 0) {
      const { id } = this.plugins.chosen('storage').plugin;
      return { status: 'ok', message: `${id} can be written; ${rows.length} files looked at, all there` };
    }
    return {
      status: 'problem',
      message: `${missing.length} of ${rows.length} files looked at are missing, for instance ${missing[0]}`,
      remedy:
        'check that the settings of the storage plugin name the place where the files are, or restore them from a backup.',
    };
  }
}
