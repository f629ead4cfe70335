import { Injectable, Logger } from '@nestjs/common';
import { JobQueue } from '#ground/jobs';
import { ExtractRemotely } from './documents.jobs.js';
import { RemoteOutageRepository, type Outage } from './remote-outage.repository.js';

/** Whether a file may be sent to a service now; `probe`: alone, to find out whether the service is back. */
export type Admission = { kind: 'away'; outage: Outage } | { kind: 'normal' } | { kind: 'probe' };

const PAUSES_SECONDS = [10, 30, 60, 120, 300, 600, 900, 1800];

const LONGEST_WANTED_PAUSE_SECONDS = 1800;

/** Documents that are due at the end of a pause; all but one of them only look whether the service is back. */
const NEXT_PROBES = 3;

/** The pause after so many failures in a row. */
function pauseSeconds(failures: number): number {
  return PAUSES_SECONDS[Math.min(Math.max(1, failures), PAUSES_SECONDS.length) - 1] ?? 0;
}

/**
 * Services of plugins that are away, shared by all processes: after a failure the service gets no file for a growing
 * pause, then one at a time until a call succeeds. All documents that waited for it are then read at once.
 */
@Injectable()
export class RemoteOutages {
  readonly #logger = new Logger('Extraction');

  constructor(
    private readonly outages: RemoteOutageRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** `callSeconds`: how long a call may take; until then no other process probes the service. */
  async admit(plugin: string, callSeconds: number): Promise<Admission> {
    if (await this.outages.beginProbe(plugin, callSeconds + 30)) return { kind: 'probe' };
    const outage = await this.outages.find(plugin);
    return outage ? { kind: 'away', outage } : { kind: 'normal' };
  }

  /**
   * Records that the service was away, and returns when the document, whose calls failed so often, is tried again. Calls
   * that fail at the same time count once. A document that probed in vain comes after others that wait: the service may
   * be away for this file only.
   */
  async begin(
    plugin: string,
    reason: string,
    call: { isProbe: boolean; failures: number; retryAfterMs?: number },
  ): Promise<Date> {
    // A service may ask for a longer pause than the usual one, but not keep documents waiting for days.
    const wanted = Math.min((call.retryAfterMs ?? 0) / 1000, LONGEST_WANTED_PAUSE_SECONDS);
    const { failures, now, nextAttemptAt, isNew } = await this.outages.begin(plugin, reason, {
      isProbe: call.isProbe,
      pauses: PAUSES_SECONDS,
      wanted,
    });
    if (isNew) this.#logger.warn(`Documents wait for a service. ${reason}`);
    if (call.isProbe) {
      await this.jobs.hasten(ExtractRemotely, ['plugin', plugin], {
        until: nextAttemptAt,
        atMost: { field: 'failures', value: call.failures - 1 },
        jobs: NEXT_PROBES,
      });
    }
    const pauses = Math.max(failures, call.failures) + (call.isProbe ? 1 : 0);
    return new Date(now.getTime() + Math.max(pauseSeconds(pauses), wanted) * 1000);
  }

  /** Makes a document that has begun to wait due if the service came back before it waited. */
  async recheck(plugin: string, failures: number): Promise<void> {
    if (await this.outages.find(plugin)) return;
    await this.jobs.hasten(ExtractRemotely, ['plugin', plugin], { atMost: { field: 'failures', value: failures } });
  }

  /** The document of a probe did not reach the service: another one probes now. */
  async leaveToNext(plugin: string): Promise<void> {
    await this.outages.endPause(plugin);
    const atMost = { field: 'failures', value: 1_000_000 } as const;
    await this.jobs.hasten(ExtractRemotely, ['plugin', plugin], { atMost, jobs: NEXT_PROBES });
  }

  /** The service responded. A document that failed more often than the service was found away waits for its own pause. */
  async end(plugin: string): Promise<void> {
    const failures = await this.outages.end(plugin);
    if (failures === undefined) return;
    this.#logger.log(`The service of ${plugin} is available again: the documents that wait for it are sent.`);
    await this.jobs.hasten(ExtractRemotely, ['plugin', plugin], {
      atMost: { field: 'failures', value: failures },
    });
  }
}
