import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { AuditRecorded, SealEntries } from '#ground/audit';
import { ChangesCommitted, ChangesMissed, OnSignal, type CommittedChanges } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { Clock } from '#ground/kernel';

/** Commits of this time are sealed together. */
const PAUSE_MS = 500;

/** Seals entries shortly after their commit. A wake-up that is lost is made up for by the schedule `seal-audit-log`. */
@Injectable()
export class SealAfterCommits implements OnModuleDestroy {
  readonly #logger = new Logger('Audit');
  readonly #stop = new AbortController();
  #chains = new Set<string>();
  #running: Promise<void> | undefined;

  constructor(
    private readonly seal: SealEntries,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  @OnSignal(ChangesCommitted)
  onChanges({ organizationId }: CommittedChanges): void {
    this.#wake(organizationId);
  }

  @OnSignal(AuditRecorded)
  onRecorded({ chainId }: { chainId: string }): void {
    this.#wake(chainId);
  }

  @OnSignal(ChangesMissed)
  async onMissed(): Promise<void> {
    if (this.jobs.pollsForWork && !this.#stop.signal.aborted) await this.seal.sweep(this.#stop.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stop.abort(new Error('the process stops'));
    await this.#running;
  }

  #wake(chainId: string): void {
    if (!this.jobs.pollsForWork || this.#stop.signal.aborted) return;
    this.#chains.add(chainId);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const isStopping = () => signal.aborted;
    while (this.#chains.size > 0 && !isStopping()) {
      const chains = this.#chains;
      this.#chains = new Set();
      for (const chainId of chains) {
        if (isStopping()) return;
        try {
          await this.seal.execute(chainId, { signal });
        } catch (error) {
          if (!isStopping())
            this.#logger.warn(`The audit log ${chainId} was not sealed and will be later: ${(error as Error).message}`);
        }
      }
      await this.clock.sleep(PAUSE_MS, { signal }).catch(() => undefined);
    }
  }
}
