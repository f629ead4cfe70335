import type { ServerResponse } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ChangesCommitted, ChangesMissed, EventRepository, OnSignal, type CommittedChanges } from '#ground/history';
import { Clock, Turns, type Timer } from '#ground/kernel';
import { ProcessingProgressed, type ProcessingProgress, PreviewEnded, type EndedPreview } from '#archive/documents';
import { type FeedContext, FeedStream } from './feed-stream.js';
import { OrganizationFeed, type ReadTurn } from './organization-feed.js';
import { StreamAccess } from './stream-access.js';

const HEARTBEAT_MS = 15_000;
const CHECK_ACCESS_MS = 2_000;

/** Reads at a time, in the process: of the ends of the logs, and of clients that catch up. */
const READS = { live: 3, 'catch-up': 4 };
/** Reads of clients of one organization that catch up, at a time. */
const READS_PER_ORGANIZATION = 2;

/** The open streams of this process. */
@Injectable()
export class LiveFeed implements OnModuleDestroy {
  readonly #feeds = new Map<string, OrganizationFeed>();
  readonly #turns = { live: turns(READS.live), 'catch-up': turns(READS['catch-up']) };
  readonly #timers: Timer[] = [];
  #isStopping = false;
  #isChecking = false;

  constructor(
    private readonly events: EventRepository,
    private readonly access: StreamAccess,
    private readonly clock: Clock,
  ) {}

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Sends the events after `cursor` to an open response, until one side ends it. */
  open(
    raw: ServerResponse,
    options: { ctx: FeedContext; cursor: number; names?: readonly string[] | undefined },
  ): void {
    const stream = new FeedStream(raw, options);
    const { organizationId } = options.ctx;
    const feed = this.#feeds.get(organizationId) ?? this.#newFeed(organizationId);
    this.#startTimers();
    raw.once('close', () => {
      feed.remove(stream);
      if (feed.streams.size === 0 && this.#feeds.get(organizationId) === feed) this.#feeds.delete(organizationId);
      if (this.#feeds.size === 0) this.#stopTimers();
    });
    stream.beat();
    void feed.add(stream);
  }

  #newFeed(organizationId: string): OrganizationFeed {
    const share = { key: organizationId, running: READS_PER_ORGANIZATION, waiting: Infinity };
    const turn: ReadTurn = (purpose, read) => this.#turns[purpose].take(read, { shares: [share] });
    const check = (streams: readonly FeedStream[]) => this.access.check(streams);
    const feed = new OrganizationFeed(organizationId, this.events, { turn, check }, this.clock);
    this.#feeds.set(organizationId, feed);
    return feed;
  }

  @OnSignal(ChangesCommitted)
  onChanges({ organizationId }: CommittedChanges): void {
    this.#feeds.get(organizationId)?.wake();
  }

  @OnSignal(ChangesMissed)
  onMissedChanges(): void {
    for (const feed of this.#feeds.values()) feed.wake();
  }

  @OnSignal(ProcessingProgressed)
  onProgress(progress: ProcessingProgress): void {
    this.#feeds.get(progress.organizationId)?.report(progress);
  }

  @OnSignal(PreviewEnded)
  onPreview(preview: EndedPreview): void {
    this.#feeds.get(preview.organizationId)?.reportPreview(preview);
  }

  /** Streams would keep the server from stopping. */
  onModuleDestroy(): void {
    this.#isStopping = true;
    this.#stopTimers();
    for (const stream of this.#streams()) stream.end('server.stopping');
  }

  #startTimers(): void {
    if (this.#timers.length > 0) return;
    this.#timers.push(this.clock.every(HEARTBEAT_MS, () => this.#beat(), { ref: false }));
    this.#timers.push(this.clock.every(CHECK_ACCESS_MS, () => void this.#checkAccess(), { ref: false }));
  }

  #stopTimers(): void {
    for (const timer of this.#timers.splice(0)) timer.cancel();
  }

  /** A notification of a commit may have been lost, so the log is read here too. */
  #beat(): void {
    for (const stream of this.#streams()) stream.beat();
    this.onMissedChanges();
  }

  async #checkAccess(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    await this.access.check(this.#streams());
    this.#isChecking = false;
  }

  #streams(): FeedStream[] {
    return [...this.#feeds.values()].flatMap(({ streams }) => [...streams]);
  }
}

const turns = (running: number) => new Turns({ running, waiting: Infinity, waitMs: 0 });
