import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, failed, type Check, type CheckResult } from '#ground/features';
import { PROBLEMS } from './damaged-files.js';
import { FileHealth, type DamagedFile } from './file-health.js';
import { LookAtFile } from './look-at-file.js';
import { StorageDrivers } from './storage-drivers.js';
import { StoredFileRepository, type FileToCheck } from './stored-file.repository.js';

/** Enough files to notice a loss, few enough to be quick in a large archive. */
const SAMPLE = 100;

/** Checks that files can be written, which plugins have the files, and that a sample of the stored files exists, and that none is known to be damaged. */
@Injectable()
@DiagnosticCheck()
export class StoredFilesCheck implements Check {
  readonly name = 'storage';

  constructor(
    private readonly drivers: StorageDrivers,
    private readonly stored: StoredFileRepository,
    private readonly look: LookAtFile,
    private readonly health: FileHealth,
  ) {}

  async probe(signal: AbortSignal): Promise<CheckResult> {
    const { writerId } = this.drivers;
    try {
      await this.drivers.checkWriter(signal);
      return { status: 'ok', message: `${writerId} can be written` };
    } catch (error) {
      return { remedy: `correct the settings of ${writerId}.`, ...failed(error) };
    }
  }

  async run(signal: AbortSignal): Promise<CheckResult> {
    const { writerId } = this.drivers;
    const written = await this.probe(signal);
    if (written.status === 'problem') return written;
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
    const missing: FileToCheck[] = [];
    for (const file of sample)
      if ((await this.look.execute(file, { signal, isWhole: file.isDamaged })) === 'missing') missing.push(file);
    const [first] = missing;
    if (first)
      return {
        status: 'problem',
        message: `${missing.length} of ${sample.length} files looked at are missing, for instance ${first.storageKey}`,
        remedy: `check that the settings of ${first.driver} name the place where the files are, or restore them from a backup.`,
      };
    const damaged = await this.health.damagedFiles({ pageIndex: 0, pageSize: 1 });
    if (damaged.damagedFiles[0]) return damagedResult(damaged.damagedFiles[0], damaged.totalCount);
    const spread = counts.length > 1 ? `; ${summary(counts)}` : '';
    return {
      status: 'ok',
      message: `${writerId} can be written; ${sample.length} files looked at, all there${spread}`,
    };
  }
}

function damagedResult({ storageKey, problem, documentId, organizationId }: DamagedFile, count: number): CheckResult {
  const example =
    documentId === null ? storageKey : `that of the document ${documentId} of the organization ${organizationId}`;
  return {
    status: 'problem',
    message: `${count} stored ${count === 1 ? 'file is' : 'files are'} damaged, for instance ${example}, which ${PROBLEMS[problem]}`,
    remedy:
      '`npm run cli -- storage verify --hashes --repair-report <file>` lists them and says where there are copies; restore the others from a backup.',
  };
}

function summary(counts: readonly { driver: string; count: number }[]): string {
  return counts.map(({ driver, count }) => `${count} ${count === 1 ? 'file is' : 'files are'} in ${driver}`).join(', ');
}
