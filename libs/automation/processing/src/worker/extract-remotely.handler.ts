import { TransientPluginError } from '@archivolt/plugin-kit';
import { ExtractionConfig } from '#config/extraction';
import { DocumentContent, ExtractRemotely, RemoteOutages, type ExtractRemotelyData } from '#archive/documents';
import { ExtractionService, ServiceTimeout, type Extraction } from '#capabilities/extraction';
import { HandlesJob, PostponedJob, type Job, type JobHandler } from '#ground/jobs';
import { Clock, systemContext } from '#ground/kernel';
import { ProcessDocuments } from './process-documents.js';

/** A file that takes too long gets this many further calls: a service that hangs looks the same. */
const TIMEOUT_RETRIES = 2;

/**
 * Sends documents to the services of plugins. While a service is away, its documents wait, and one at a time finds out
 * whether it is back. A document for which a later step of the strategy is left waits shortly, and goes there.
 */
@HandlesJob(ExtractRemotely)
export class ExtractRemotelyHandler implements JobHandler<ExtractRemotelyData> {
  readonly concurrency: number;

  constructor(
    private readonly processor: ProcessDocuments,
    private readonly extraction: ExtractionService,
    private readonly outages: RemoteOutages,
    private readonly content: DocumentContent,
    private readonly config: ExtractionConfig,
    private readonly clock: Clock,
  ) {
    this.concurrency = extraction.allRemotePlaces;
  }

  placesOf(plugin: string): number {
    return this.extraction.remotePlaces(plugin);
  }

  async handle(job: Job<ExtractRemotelyData>): Promise<void> {
    const { plugin, waitingSince, failures = 0, timeouts = 0, hasFallback = false } = job.data;
    const waitsForService =
      hasFallback ||
      waitingSince === undefined ||
      this.#now() - waitingSince < this.config.remoteRetryHours * 3_600_000;
    const admission = await this.outages.admit(plugin, this.extraction.remoteSeconds(plugin));
    if (admission.kind === 'away' && waitsForService) {
      const { reason, nextAttemptAt: until } = admission.outage;
      if (this.#goesOn(job.data, until)) return this.#leaveToNext(job, reason);
      const recheck = () => this.outages.recheck(plugin, failures);
      return this.#wait(job.data, { reason, until }, {}, recheck);
    }
    const remote = { plugin, waitsForService, retriesTimeout: timeouts < TIMEOUT_RETRIES };
    try {
      const extraction = await this.processor.execute(job, { lane: 'remote', remote });
      if (hasResponded(plugin, extraction)) await this.outages.end(plugin);
      else if (admission.kind === 'probe') await this.outages.leaveToNext(plugin);
    } catch (error) {
      if (!(error instanceof TransientPluginError) || job.signal.aborted) throw error;
      const reason = `The service of ${plugin} is not available: ${error.message}`;
      const call = { isProbe: admission.kind === 'probe', failures: failures + 1, retryAfterMs: error.retryAfterMs };
      const until = await this.outages.begin(plugin, reason, call);
      if (this.#goesOn(job.data, until)) return this.#leaveToNext(job, reason);
      const changes = { failures: call.failures, ...(error instanceof ServiceTimeout && { timeouts: timeouts + 1 }) };
      return this.#wait(job.data, { reason, until }, changes);
    }
  }

  /** Returns whether the next attempt would be too late for a document that another step of the strategy can take. */
  #goesOn({ hasFallback = false, waitingSince = this.#now() }: ExtractRemotelyData, nextAttempt: Date): boolean {
    return hasFallback && nextAttempt.getTime() - waitingSince > this.config.fallbackSeconds * 1000;
  }

  #now(): number {
    return this.clock.now().getTime();
  }

  async #leaveToNext(job: Job<ExtractRemotelyData>, away: string): Promise<void> {
    const { plugin } = job.data;
    const remote = { plugin, away, waitsForService: false, retriesTimeout: false };
    await this.processor.execute(job, { lane: 'remote', remote });
  }

  async #wait(
    data: ExtractRemotelyData,
    wait: { reason: string; until: Date },
    changes: Partial<ExtractRemotelyData>,
    onceItWaits?: () => Promise<void>,
  ): Promise<void> {
    const { organizationId, documentId, waitingSince = this.#now() } = data;
    const ctx = systemContext(organizationId, 'extraction');
    if (!(await this.content.wait(ctx, documentId, { ...wait, plugin: data.plugin })))
      return this.processor.abandon(data);
    throw new PostponedJob(wait.until, { ...changes, waitingSince }, onceItWaits);
  }
}

/** Only a response shows that the service is back; the document may be gone, or its file missing. */
function hasResponded(plugin: string, extraction: Extraction | undefined): boolean {
  if (extraction === undefined || extraction.outcome === 'failed') return false;
  return extraction.asked?.includes(plugin) === true;
}
