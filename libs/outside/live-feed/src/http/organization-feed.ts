import { Logger } from '@nestjs/common';
import type { EventPage, EventRepository } from '#ground/history';
import type { Clock } from '#ground/kernel';
import type { ProcessingProgress, EndedPreview } from '#archive/documents';
import { EventBatch } from './event-batch.js';
import type { FeedStream } from './feed-stream.js';
import { previewFrame, progressFrame } from './frames.js';
import { limitPage } from './page-limit.js';
import { previewEndedView } from './preview-ended.view.js';
import { progressView } from './progress.view.js';

/** Changes within this time reach the clients together. */
const COLLECT_MS = 50;
const PAGE = 200;
/** The size of a page that waits in memory until one client has read it: there may be thousands of such clients. */
const PAGE_CHARACTERS = 65_536;
/** In a burst of events, how long clients that keep up wait for slower ones. */
const WAIT_FOR_SLOW_MS = 250;
/** A client that catches up and does not read a page within this time is dropped. */
const STALL_MS = 15_000;
const AFTER_FAILURE_MS = 1_000;

const logger = new Logger('LiveFeed');

/** Limits the reads, which must not take all database connections: after a lost connection every feed reads at once. */
export type ReadTurn = <Result>(purpose: 'catch-up' | 'live', read: () => Promise<Result>) => Promise<Result>;

/** Ends the streams that are not allowed any more; false when that is not known. */
export type AccessCheck = (streams: readonly FeedStream[]) => Promise<boolean>;

/**
 * Sends the log of one organization to its open streams in this process. Most streams are *live*: they are at, or close
 * to, the end of the log, which is read once for all of them. A stream that is far behind, or whose client reads slowly,
 * *catches up*: it reads pages of its own as fast as its client takes them, and then becomes live again. What a stream
 * gets depends on its own cursor only, so that it gets every event once, in order, whatever happens in between.
 */
export class OrganizationFeed {
  readonly streams = new Set<FeedStream>();
  readonly #live = new Set<FeedStream>();
  /** What is not in the log, by what it is about. */
  readonly #unlogged = new Map<string, string>();
  #isWanted = false;
  #isReading = false;
  #readAt = 0;

  constructor(
    private readonly organizationId: string,
    private readonly events: Pick<EventRepository, 'read'>,
    private readonly use: { turn: ReadTurn; check: AccessCheck },
    private readonly clock: Clock,
    private readonly stallMs = STALL_MS,
  ) {}

  /** Resolves when the stream has become live, or is closed. */
  async add(stream: FeedStream): Promise<void> {
    this.streams.add(stream);
    await this.#catchUp(stream);
  }

  remove(stream: FeedStream): void {
    this.streams.delete(stream);
    this.#live.delete(stream);
  }

  /** Reads the log soon. Called for every commit of the organization, and from time to time. */
  wake(): void {
    this.#isWanted = true;
    if (!this.#isReading) void this.#readLive();
  }

  /** Sends the last of several reports about a document in a short time. */
  report(progress: ProcessingProgress): void {
    this.#sendSoon(`progress ${progress.documentId}`, () => progressFrame(progressView(progress)));
  }

  reportPreview(preview: EndedPreview): void {
    const { documentId, page, width } = preview;
    this.#sendSoon(`preview ${documentId} ${page} ${width}`, () => previewFrame(previewEndedView(preview)));
  }

  #sendSoon(subject: string, frame: () => string): void {
    if (this.streams.size === 0) return;
    if (this.#unlogged.size === 0) this.clock.after(COLLECT_MS, () => void this.#sendUnlogged(), { ref: false });
    this.#unlogged.set(subject, frame());
  }

  /** Left out when it is not known who may see it. */
  async #sendUnlogged(): Promise<void> {
    const frames = Buffer.from([...this.#unlogged.values()].join(''));
    this.#unlogged.clear();
    if (!(await this.use.check([...this.streams]))) return;
    for (const stream of this.streams) if (stream.seesProgress) stream.sendIfReading(frames);
  }

  async #readLive(): Promise<void> {
    this.#isReading = true;
    while (this.#isWanted) {
      const pause = this.#readAt + COLLECT_MS - this.clock.monotonic();
      if (pause > 0) await this.clock.sleep(pause);
      this.#isWanted = false;
      if (this.#live.size === 0) break;
      this.#readAt = this.clock.monotonic();
      try {
        const after = Math.min(...Array.from(this.#live, ({ cursor }) => cursor));
        const page = await this.use.turn('live', () => this.#read({ after }));
        await this.#requireAccess(page, [...this.#live]);
        this.#sendLive(page);
        await this.#setSlowApart(page);
      } catch (error) {
        await this.#afterFailure(error);
        this.#isWanted = true;
      }
    }
    this.#isReading = false;
  }

  #sendLive(page: EventPage): void {
    const batch = new EventBatch(page.events);
    for (const stream of this.#live) {
      // Became live during the read, at an earlier place: the next read starts there.
      if (stream.cursor < page.start) this.#isWanted = true;
      else if (page.isGone) this.#endGone(stream, page);
      else if (stream.cursor < page.next) stream.sendEvents(batch.for(stream), page.next);
    }
    if (page.hasMore || page.isGone) this.#isWanted = true;
  }

  #endGone(stream: FeedStream, { start }: EventPage): void {
    if (stream.cursor !== start) return;
    this.#live.delete(stream);
    stream.end('events.cursor_gone');
  }

  /** Streams whose clients do not keep up go on by themselves, so that the others need not wait for them. */
  async #setSlowApart({ hasMore }: EventPage): Promise<void> {
    const slow = [...this.#live].filter(({ isBehind }) => isBehind);
    if (hasMore) await Promise.all(slow.map((stream) => stream.drained(WAIT_FOR_SLOW_MS)));
    for (const stream of slow) {
      if (!stream.isBehind || !this.#live.delete(stream)) continue;
      void this.#catchUp(stream);
    }
  }

  async #catchUp(stream: FeedStream): Promise<void> {
    for (let hasMore = true; hasMore && !stream.isClosed;) {
      if (!(await stream.drained(this.stallMs))) stream.drop();
      else hasMore = await this.#sendPage(stream);
    }
    if (stream.isClosed || !this.streams.has(stream)) return;
    this.#live.add(stream);
    this.wake();
  }

  /** Sends one page to a stream that catches up; false when it has reached the end of the log. */
  async #sendPage(stream: FeedStream): Promise<boolean> {
    try {
      const read = await this.use.turn('catch-up', async () =>
        stream.isClosed ? undefined : this.#read({ after: stream.cursor, names: stream.names }),
      );
      if (!read) return false;
      const page = limitPage(read, PAGE_CHARACTERS);
      await this.#requireAccess(page, [stream]);
      if (page.isGone) stream.end('events.cursor_gone');
      else stream.sendEvents(new EventBatch(page.events).for(stream), page.next);
      return page.hasMore;
    } catch (error) {
      await this.#afterFailure(error);
      return true;
    }
  }

  /** After the read and before anything of it is sent: who lost access before a change was made must not see it. */
  async #requireAccess({ events }: EventPage, streams: readonly FeedStream[]): Promise<void> {
    if (events.length === 0) return;
    if (!(await this.use.check(streams))) throw new Error('it is not known who may see them');
  }

  #read(query: { after: number; names?: readonly string[] | undefined }): Promise<EventPage> {
    return this.events.read({ organizationId: this.organizationId }, { ...query, limit: PAGE });
  }

  async #afterFailure(error: unknown): Promise<void> {
    logger.warn(`Events of ${this.organizationId} could not be read: ${(error as Error).message}`);
    await this.clock.sleep(AFTER_FAILURE_MS);
  }
}
