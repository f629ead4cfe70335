import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { StorageDrivers } from './storage-drivers.js';
import { StoredFileRepository } from './stored-file.repository.js';

/** Enough files to notice a loss, few enough to be quick in a large archive. */
const SAMPLE = 100;

/** Checks that files can be written, which plugins have the files, and that a sample of the stored files exists. */
@Injectable()
@DiagnosticCheck()
export class StoredFilesCheck implements Check {
  readonly name = 'storage';

  constructor(
    private readonly drivers: StorageDrivers,
    private readonly stored: StoredFileRepository,
  ) {}

  async run(signal: AbortSignal): Promise<CheckResult> {
    const { writerId } = this.drivers;
    try {
      await this.drivers.checkWriter(signal);
    } catch (error) {
      const [message = '', remedy = `correct the settings of ${writerId}.`] = (error as Error).message.split(
        '\nRemedy: ',
      );
      return { status: 'problem', message, remedy };
    }
    const counts = await this.stored.counts();
    const away = counts.filter(({ driver }) => !this.drivers.ids.includes(driver));
    if (away.length > 0) {
      const ids = away.map(({ driver }) => driver).join(', ');
      return {
        status: 'problem',
        message: `${summary(away)}, which ${away.length === 1 ? 'is' : 'are'} not loaded: these files cannot be read`,
        remedy: `take ${ids} out of PLUGINS_DISABLED, or install the package and name it in PLUGINS_EXTERNAL.`,
      };
    }
    const sample = await this.stored.sample(SAMPLE);
    const missing: { key: string; driver: string }[] = [];
    for (const { storageKey: key, driver } of sample)
      if ((await (await this.drivers.named(driver)).stat(key)) === undefined) missing.push({ key, driver });
    const [first] = missing;
    if (!first) {
      const spread = counts.length > 1 ? `; ${summary(counts)}` : '';
      return {
        status: 'ok',
        message: `${writerId} can be written; ${sample.length} files looked at, all there${spread}`,
      };
    }
    return {
      status: 'problem',
      message: `${missing.length} of ${sample.length} files looked at are missing, for instance ${first.key}`,
      remedy: `check that the settings of ${first.driver} name the place where the files are, or restore them from a backup.`,
    };
  }
}

function summary(counts: readonly { driver: string; count: number }[]): string {
  return counts.map(({ driver, count }) => `${count} ${count === 1 ? 'file is' : 'files are'} in ${driver}`).join(', ');
}
