import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { Clock, createId } from '#ground/kernel';
import { DamagedFileRepository } from './damaged-file.repository.js';
import { FileHealth } from './file-health.js';
import { FileScrubRepository, type ScrubRun } from './file-scrub.repository.js';
import { LookAtFile } from './look-at-file.js';
import { Pace } from './pace.js';
import { StorageDrivers } from './storage-drivers.js';
import { StoredFileRepository, type FileToCheck } from './stored-file.repository.js';

const FILES_PER_PAGE = 200;
/** A run ends after this time, and the next one continues: no task is kept from its place for long. */
const RUN_MS = 4 * 60_000;
const SAVE_EVERY_MS = 10_000;
/** Damaged files are looked at again after this time, because they may have been restored. */
const LOOK_AGAIN_MINUTES = 60;
const LOOKS_PER_RUN = 1_000;

/** Another run checks the files by now. */
class LostClaim extends Error {}

interface Scrubbing {
  state: ScrubRun;
  pace: Pace;
  signal: AbortSignal;
  endsAt: number;
  savedAt: number;
}

/**
 * Reads all files, slowly, and compares them with what was stored: damage is found while there still is a backup that does
 * not have it. It goes on from run to run until all files are checked.
 */
@Injectable()
export class ScrubFiles {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly scrub: FileScrubRepository,
    private readonly stored: StoredFileRepository,
    private readonly damaged: DamagedFileRepository,
    private readonly drivers: StorageDrivers,
    private readonly health: FileHealth,
    private readonly look: LookAtFile,
    private readonly clock: Clock,
  ) {}

  async isNeeded(): Promise<boolean> {
    if (!this.config.scrubEnabled) return false;
    if (await this.scrub.isDue(this.config.scrubIntervalDays)) return true;
    return (await this.damaged.unseenFor(LOOK_AGAIN_MINUTES, this.drivers.ids, 1)).length > 0;
  }

  /** Returns a sentence on the state of the round; undefined when it is turned off. */
  async execute(signal: AbortSignal): Promise<string | undefined> {
    if (!this.config.scrubEnabled) return undefined;
    const claimed = await this.scrub.claim(createId('scr'));
    if (!claimed) return this.#sentence();
    const { run } = claimed;
    let isComplete = false;
    try {
      const pace = new Pace(this.clock, this.config.scrubBytesPerSecond, signal);
      const now = this.clock.monotonic();
      const scrubbing = { state: claimed, pace, signal, endsAt: now + RUN_MS, savedAt: now };
      await this.#lookAgain({ ...scrubbing, endsAt: now + RUN_MS / 2 });
      if (await this.scrub.isDue(this.config.scrubIntervalDays)) {
        scrubbing.state = (await this.scrub.begin(run)) ?? claimed;
        isComplete = await this.#goOn(scrubbing);
      }
    } catch (error) {
      if (!(error instanceof LostClaim)) throw error;
    } finally {
      await this.scrub.release(run, { isComplete });
    }
    return this.#sentence();
  }

  /** Looks at files that are known to be damaged. */
  async #lookAgain(scrubbing: Scrubbing): Promise<void> {
    for (const storageKey of await this.damaged.unseenFor(LOOK_AGAIN_MINUTES, this.drivers.ids, LOOKS_PER_RUN)) {
      if (this.clock.monotonic() >= scrubbing.endsAt) return;
      const file = await this.stored.find(storageKey);
      if (file) await this.#look({ ...file, storageKey }, scrubbing);
    }
  }

  /** Returns whether all files are checked. */
  async #goOn(scrubbing: Scrubbing): Promise<boolean> {
    const { state } = scrubbing;
    try {
      for (;;) {
        const page = await this.stored.after(state.afterKey, FILES_PER_PAGE);
        if (page.length === 0) return true;
        for (const file of page) {
          if (this.clock.monotonic() >= scrubbing.endsAt) return false;
          await this.#look(file, scrubbing);
          state.afterKey = file.storageKey;
          state.files += 1;
          state.bytes += file.size ?? 0;
        }
      }
    } finally {
      await this.scrub.save(state);
    }
  }

  async #look(file: FileToCheck, scrubbing: Scrubbing): Promise<void> {
    const { pace, signal } = scrubbing;
    if (!this.drivers.ids.includes(file.driver)) return; // `doctor` reports it
    signal.throwIfAborted();
    await this.#keepClaim(scrubbing);
    const onBytes = (bytes: number) => pace.spend(bytes, file.size ?? bytes, () => this.#keepClaim(scrubbing));
    await this.look.execute(file, { signal, isWhole: true, onBytes });
  }

  async #keepClaim(scrubbing: Scrubbing): Promise<void> {
    const now = this.clock.monotonic();
    if (now < scrubbing.savedAt + SAVE_EVERY_MS) return;
    scrubbing.savedAt = now;
    if (!(await this.scrub.save(scrubbing.state))) throw new LostClaim();
  }

  async #sentence(): Promise<string> {
    const [{ files, finishedAt, totalFiles }, damaged] = [await this.health.check(), await this.damaged.count()];
    const done = finishedAt ? `All ${files} files are checked` : `${files} of ${totalFiles} files are checked`;
    return `${done}; ${damaged === 0 ? 'none is' : `${damaged} ${damaged === 1 ? 'is' : 'are'}`} damaged.`;
  }
}
