import type { Readable } from 'node:stream';
import type { IntakeMailResult, IntakeResult } from '@archivolt/plugin-kit';
import { UnitOfWork } from '#ground/database';
import {
  IntakeFailureRepository,
  RetryIntake,
  TakeFile,
  type IntakeFailure,
  type RetryIntakeData,
  TakeMail,
} from '#outside/intake';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { FileStore } from '#capabilities/storage';
import { ConfiguredIntakes } from './configured-intakes.js';

const IS_GONE = 'It is not where it was any more. Send it again.';

/** Tries once more to take what an intake could not take, from what the server holds or from where it came. */
@HandlesJob(RetryIntake)
export class RetryIntakeHandler implements JobHandler<RetryIntakeData> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly failures: IntakeFailureRepository,
    private readonly intakes: ConfiguredIntakes,
    private readonly files: FileStore,
    private readonly takeFile: TakeFile,
    private readonly takeMail: TakeMail,
  ) {}

  async handle({ data, signal, isLastAttempt }: Job<RetryIntakeData>): Promise<void> {
    const failure = await this.failures.find(data, data.failureId);
    // Another state does not matter: an attempt that waits for long is taken for abandoned, and still makes sense.
    if (!failure) return;
    try {
      await this.#retry(failure, signal);
    } catch (error) {
      if (!isLastAttempt) throw error;
      await this.#giveUp(failure, (error as Error).message);
    }
  }

  async #retry(failure: IntakeFailure, signal: AbortSignal): Promise<void> {
    const content = await this.#open(failure, signal);
    if (!content) return this.#giveUp(failure, IS_GONE, { isLost: true });
    const result = await this.#take(failure, content, signal);
    if (result.outcome === 'refused') await this.#endUnrecorded(failure, result.reason);
  }

  async #open({ storageKey, reference, ...source }: IntakeFailure, signal: AbortSignal): Promise<Readable | undefined> {
    if (storageKey !== null) return this.files.read(storageKey);
    if (reference === null) return undefined;
    return this.intakes.reopen(source, reference, signal);
  }

  #take(failure: IntakeFailure, content: Readable, signal: AbortSignal): Promise<IntakeMailResult | IntakeResult> {
    const { organizationId, key, kind, fileName, mimeType, tags, source, sender, subject } = failure;
    const reference = failure.reference ?? undefined;
    const options = { again: true };
    if (kind === 'mail') {
      // The person who asks for another attempt has decided that the sender is allowed.
      const mail = {
        organizationId,
        key,
        content,
        recipients: [],
        allowedSenders: ['*'],
        ...(reference && { reference }),
      };
      return this.takeMail.execute(failure, mail, signal, options);
    }
    const file = {
      ...{ organizationId, key, content, tags, fileName: fileName ?? '' },
      ...(mimeType !== null && { type: mimeType }),
      ...(reference && { reference }),
    };
    const facts = { source, sender: sender ?? undefined, subject: subject ?? undefined };
    return this.takeFile.execute(failure, file, signal, { ...options, ...facts });
  }

  /** A refusal because of a deleted organization, for instance, is on no list, but ends the attempt. */
  async #endUnrecorded({ id }: IntakeFailure, reason: string): Promise<void> {
    await this.unitOfWork.run((tx) => this.failures.endUnrecordedAttempt(tx, id, reason));
  }

  async #giveUp(failure: IntakeFailure, reason: string, options?: { isLost: boolean }): Promise<void> {
    await this.unitOfWork.run((tx) => this.failures.endAttempt(tx, failure.id, reason, options));
  }
}
