import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostServices, Intake, IntakeContext } from '@archivolt/plugin-kit';
import type { TemplateConfig } from './template.config.js';

/** As many as the host takes at a time. */
const FILES_AT_A_TIME = 4;
/** Added to the name of a file that can never be taken. */
const REFUSED = '.refused';

/** Makes documents of the files in a folder, and removes the files. */
export class TemplateIntake implements Intake {
  constructor(private readonly host: Pick<HostServices<TemplateConfig>, 'config' | 'logger'>) {}

  async run(context: IntakeContext): Promise<void> {
    const { intervalMs } = this.host.config;
    while (!context.signal.aborted) {
      await this.#look(context);
      await delay(intervalMs, undefined, { signal: context.signal }).catch(() => undefined);
    }
  }

  async #look(context: IntakeContext): Promise<void> {
    const found = await readdir(this.host.config.path);
    const names = found.filter((name) => !name.startsWith('.') && !name.endsWith(REFUSED));
    for (let start = 0; start < names.length && !context.signal.aborted; start += FILES_AT_A_TIME) {
      const some = names.slice(start, start + FILES_AT_A_TIME);
      await Promise.all(some.map((name) => this.#take(name, context)));
    }
  }

  /** A file that cannot be taken now stays where it is, and is found again by the next look. */
  async #take(name: string, { signal, upload }: IntakeContext): Promise<void> {
    const { path, organization: organizationId, settleMs } = this.host.config;
    const file = join(path, name);
    try {
      const found = await stat(file);
      if (!found.isFile() || Date.now() - found.mtimeMs < settleMs || signal.aborted) return;
      const result = await upload({
        organizationId,
        // The same for the same file: after a crash between the upload and the removal it is not taken twice.
        key: `${found.mtimeMs} ${found.size} ${name}`,
        fileName: name,
        content: createReadStream(file),
      });
      if (result.outcome === 'refused') await rename(file, file + REFUSED);
      else await rm(file);
    } catch (error) {
      this.host.logger.warn(`${name} could not be taken now: ${(error as Error).message}`);
    }
  }
}
