import { availableParallelism, loadavg } from 'node:os';
import { Injectable } from '@nestjs/common';
import { ExtractRemotely, PartialReadings, ProcessDocument, RecognizeDocument } from '#archive/documents';
import { JobStates, ScheduledTask, type RunsOnSchedule } from '#ground/jobs';

const JOBS = [ProcessDocument, RecognizeDocument, ExtractRemotely];
/** A machine that is always busy with other work must not keep a document from it. */
const LONGEST_WAIT_HOURS = 24;

/** The server is idle when no document is read or waits, and the processors are not busy with other work. */
@Injectable()
@ScheduledTask('read-partial-documents-again')
export class ReadPartialDocumentsAgain implements RunsOnSchedule {
  readonly cron = '45 * * * * *';
  readonly description = 'reads documents again for which there was not enough time, when the server is idle';
  /** Processes that want each processor, on average of the last five minutes; 0 where the system does not tell it. */
  load = (): number => (loadavg()[1] ?? 0) / availableParallelism();

  constructor(
    private readonly readings: PartialReadings,
    private readonly jobs: JobStates,
  ) {}

  isNeeded(): Promise<boolean> {
    return this.readings.areWaiting();
  }

  async run(): Promise<string | undefined> {
    if (await this.jobs.areBusy(JOBS)) return undefined;
    if (this.load() >= 1 && !(await this.readings.areWaiting({ hours: LONGEST_WAIT_HOURS }))) return undefined;
    const count = await this.readings.readAgain();
    return count === 0 ? undefined : `${count} documents are read again, for which there was not enough time before.`;
  }
}
