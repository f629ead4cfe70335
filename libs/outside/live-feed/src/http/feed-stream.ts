import type { ServerResponse } from 'node:http';
// eslint-disable-next-line no-restricted-syntax -- clients read in real time
import { setTimeout as delay } from 'node:timers/promises';
import type { OrganizationContext, UserActor } from '#ground/kernel';
import type { EndReason } from './end-reason.js';
import { cursorFrame, endFrame, HEARTBEAT } from './frames.js';
import { canSeeEvent, visibleNames } from './visible-events.js';

/** Unsent bytes above which a stream gets nothing until its client has read them. */
const PAUSE_ABOVE_BYTES = 256 * 1024;
/** How long the last bytes may take after the end. */
const END_WITHIN_MS = 1_000;

/** The context of a caller who is a user. */
export interface FeedContext extends OrganizationContext {
  readonly actor: UserActor;
}

/** One open response: what its client has got, and what it may see. */
export class FeedStream {
  /** Position in the log up to which the client has got every event that it asked for. */
  cursor: number;
  #shownCursor: number | undefined;
  #sentAtBeat: number | undefined;
  #names: readonly string[] | undefined;
  #ctx: FeedContext;

  constructor(
    private readonly raw: ServerResponse,
    options: { ctx: FeedContext; cursor: number; names?: readonly string[] | undefined },
  ) {
    this.#ctx = options.ctx;
    this.wanted = options.names;
    this.cursor = options.cursor;
    this.#names = visibleNames(this.#ctx, this.wanted);
  }

  /** The names that the client asked for; undefined for all. */
  readonly wanted: readonly string[] | undefined;

  get ctx(): FeedContext {
    return this.#ctx;
  }

  /** The names of the events that it gets; undefined for all. */
  get names(): readonly string[] | undefined {
    return this.#names;
  }

  get seesProgress(): boolean {
    return canSeeEvent(this.#ctx, 'document:');
  }

  get isClosed(): boolean {
    return this.raw.destroyed || this.raw.writableEnded;
  }

  /** True while the client reads more slowly than it is sent to. */
  get isBehind(): boolean {
    return this.raw.writableLength > PAUSE_ABOVE_BYTES;
  }

  /** Limits what the stream sends from now on to what this role and these permissions allow. */
  changeAccess({ role, actor }: Pick<FeedContext, 'actor' | 'role'>): void {
    if (role === this.#ctx.role && permissionsOf(actor) === permissionsOf(this.#ctx.actor)) return;
    this.#ctx = { ...this.#ctx, role, actor };
    this.#names = visibleNames(this.#ctx, this.wanted);
  }

  /** Sends events; the client has then got everything up to `cursor`. There may be none for this client. */
  sendEvents(events: { frames: Uint8Array; last: number } | undefined, cursor: number): void {
    this.cursor = cursor;
    if (!events || this.isClosed) return;
    this.#shownCursor = events.last;
    this.raw.write(events.frames);
  }

  /** Sends something that may be left out while the client is slow; returns whether it was sent. */
  sendIfReading(text: Uint8Array | string): boolean {
    if (this.isClosed || this.raw.writableNeedDrain) return false;
    this.raw.write(text);
    return true;
  }

  /**
   * Shows that the connection is alive and, when others got events since, how far the client has seen the log. Drops a
   * client that has read nothing since the last heartbeat.
   */
  beat(): void {
    if (this.#isStalled()) return this.drop();
    const { cursor } = this;
    if (cursor === this.#shownCursor) this.sendIfReading(HEARTBEAT);
    else if (this.sendIfReading(cursorFrame(String(cursor)))) this.#shownCursor = cursor;
  }

  /** True when there are unsent bytes, and none was sent since the last call. */
  #isStalled(): boolean {
    const unsent = this.raw.writableLength;
    const sent = (this.raw.socket?.bytesWritten ?? 0) - unsent;
    const isStalled = unsent > 0 && sent === this.#sentAtBeat;
    this.#sentAtBeat = sent;
    return isStalled;
  }

  /** Waits until the client has read everything; false when it has not after this time. */
  async drained(withinMs: number): Promise<boolean> {
    if (this.isClosed || !this.raw.writableNeedDrain) return true;
    const over = new AbortController();
    const done = Promise.withResolvers<boolean>();
    const finish = () => done.resolve(true);
    this.raw.once('drain', finish).once('close', finish);
    void delay(withinMs, undefined, { signal: over.signal, ref: false }).then(
      () => done.resolve(false),
      () => undefined,
    );
    try {
      return await done.promise;
    } finally {
      over.abort();
      this.raw.off('drain', finish).off('close', finish);
    }
  }

  /** Ends the response with a reason. A client that does not read is not waited for. */
  end(reason: EndReason): void {
    if (this.isClosed) return;
    if (this.raw.writableNeedDrain) return this.drop();
    this.raw.end(endFrame(reason));
    // eslint-disable-next-line no-restricted-syntax -- clients read in real time
    const timer = setTimeout(() => this.drop(), END_WITHIN_MS);
    timer.unref();
    this.raw.once('close', () => clearTimeout(timer));
  }

  /** Closes the connection without what is unsent. */
  drop(): void {
    this.raw.destroy();
  }
}

function permissionsOf(actor: UserActor): string | undefined {
  return actor.via === 'api-key' ? actor.permissions.join(' ') : undefined;
}
