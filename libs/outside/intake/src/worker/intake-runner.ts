import {
  PermanentPluginError,
  TransientPluginError,
  type Intake,
  type IntakeContext,
  type IntakeFailure,
  type IntakeFile,
  type IntakeMail,
  type IntakeMailResult,
  type IntakeResult,
} from '@archivolt/plugin-kit';
import { Logger } from '@nestjs/common';
import type { Lease } from '#ground/database';
import type { IntakeSource } from '#outside/intake';
import { ServerBusy, Turns, type Clock } from '#ground/kernel';

/** Files of one instance that are received at a time; further ones wait. */
const FILES_AT_A_TIME = 4;
/** Each of them has an open stream, and the search for the next one looks at all of them. */
const FILES_WAITING = 500;
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 5 * 60_000;
/** An intake that has run this long begins with the first pause again. */
const SOUND_AFTER_MS = 60_000;
const STOPS_WITHIN_MS = 30_000;

export interface IntakeSurroundings {
  open(): Promise<Intake>;
  /** Waits until no other process runs this intake. */
  hold(name: string, signal: AbortSignal): Promise<Lease>;
  take(source: IntakeSource, file: IntakeFile, signal: AbortSignal): Promise<IntakeResult>;
  takeMail(source: IntakeSource, mail: IntakeMail, signal: AbortSignal): Promise<IntakeMailResult>;
  reportFailure(source: IntakeSource, failure: IntakeFailure): Promise<void>;
  hasOrganization(organizationId: string): Promise<boolean>;
  clock: Clock;
}

/** Runs one instance of an intake while this process leads it, and starts it again when it ends by itself. */
export class IntakeRunner {
  readonly #logger: Logger;
  readonly #turns = new Turns({ running: FILES_AT_A_TIME, waiting: FILES_WAITING, waitMs: 0 });
  readonly #uploads = new Set<Promise<unknown>>();

  constructor(
    private readonly source: IntakeSource,
    private readonly surroundings: IntakeSurroundings,
    private readonly firstPauseMs = FIRST_PAUSE_MS,
  ) {
    this.#logger = new Logger(`${source.pluginId} (${source.instance})`);
  }

  /** Resolves when `stop` is aborted and the intake has ended. Never rejects. */
  async run(stop: AbortSignal): Promise<void> {
    const name = `intake ${this.source.pluginId} ${this.source.instance}`;
    while (!isAborted(stop)) {
      let lease: Lease | undefined;
      try {
        lease = await this.surroundings.hold(name, stop);
        this.#logger.log('This process runs the intake.');
        await this.#lead(lease, AbortSignal.any([stop, lease.lost]));
        if (!isAborted(stop)) this.#logger.warn('The intake was stopped: its lease was lost.');
      } catch (error) {
        if (!isAborted(stop)) this.#logger.error((error as Error).message, (error as Error).stack);
      } finally {
        await lease?.release();
      }
    }
  }

  async #lead(lease: Lease, signal: AbortSignal): Promise<void> {
    const { clock } = this.surroundings;
    let pause = this.firstPauseMs;
    while (!isAborted(signal)) {
      const began = clock.monotonic();
      const reason = await this.#attempt(lease, signal);
      if (isAborted(signal)) return;
      if (clock.monotonic() - began > SOUND_AFTER_MS) pause = this.firstPauseMs;
      this.#logger.warn(`The intake ended by itself: ${reason}. It starts again in ${pause / 1000} s.`);
      await clock.sleep(pause, { signal }).catch(() => undefined);
      pause = Math.min(pause * 2, LAST_PAUSE_MS);
    }
  }

  /** Returns why the intake has ended, when it, and every file that it has handed over, has done so. */
  async #attempt(lease: Lease, signal: AbortSignal): Promise<string> {
    const ended = new AbortController();
    const within = AbortSignal.any([signal, ended.signal]);
    const stopWatch = this.#complainAboutDelay(signal);
    try {
      const intake = await this.surroundings.open();
      await intake.run(this.#context(lease, signal, within));
      return 'it returned';
    } catch (error) {
      return error instanceof Error ? error.message : `it threw ${String(error)}`;
    } finally {
      ended.abort(new Error('the intake has ended'));
      await Promise.allSettled(this.#uploads);
      stopWatch();
    }
  }

  #context(lease: Lease, signal: AbortSignal, within: AbortSignal): IntakeContext {
    const { surroundings } = this;
    const source = { ...this.source, lease };
    return {
      instance: source.instance,
      signal,
      upload: (file) => this.#upload(file, within, () => surroundings.take(source, file, within)),
      uploadMail: (mail) => this.#upload(mail, within, () => surroundings.takeMail(source, mail, within)),
      reportFailure: (failure) => surroundings.reportFailure(source, failure),
      hasOrganization: (organizationId) => surroundings.hasOrganization(organizationId),
    };
  }

  /** A stream may break while the file waits for its turn: an error without a listener would end the process. */
  async #upload<Result extends IntakeMailResult | IntakeResult>(
    file: IntakeFile | IntakeMail,
    signal: AbortSignal,
    take: () => Promise<Result>,
  ): Promise<Result> {
    if (!hasStream(file)) throw new PermanentPluginError('the `content` of a file must be a stream');
    file.content.on('error', () => undefined);
    const work = this.#turns.take(take, { signal });
    this.#uploads.add(work);
    try {
      const result = await work;
      if (result.outcome === 'refused') this.#logger.warn(`A file was refused: ${result.reason}`);
      return result;
    } catch (error) {
      if (ServerBusy.matches(error)) throw new TransientPluginError(`more than ${FILES_WAITING} files wait already`);
      throw error;
    } finally {
      this.#uploads.delete(work);
      file.content.destroy();
    }
  }

  #complainAboutDelay(signal: AbortSignal): () => void {
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      // eslint-disable-next-line no-restricted-syntax -- a plugin stops in real time
      timer = setTimeout(
        () => this.#logger.error('The intake does not stop; this process does not start it again before it does.'),
        STOPS_WITHIN_MS,
      ).unref();
    };
    signal.addEventListener('abort', begin, { once: true });
    return () => {
      signal.removeEventListener('abort', begin);
      clearTimeout(timer);
    };
  }
}

/** A function, because the compiler takes the property for constant after the first look. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** The types of a plugin do not hold at run time. */
function hasStream(file: Partial<Pick<IntakeFile, 'content'>> | undefined): boolean {
  return typeof file?.content?.on === 'function' && typeof file.content.destroy === 'function';
}
