import { Injectable } from '@nestjs/common';
import { LiveFeedConfig } from '#config/live-feed';
import { TooManyStreams, TooManyStreamsOfUser } from '../live-feed.errors.js';

const RETRY_AFTER_SECONDS = 30;

/** Counts the open streams of this process. One organization gets at most half of the places. */
@Injectable()
export class FeedPlaces {
  readonly #byUser = new Map<string, number>();
  readonly #byOrganization = new Map<string, number>();
  #total = 0;

  constructor(private readonly config: LiveFeedConfig) {}

  /** Takes a place, or throws; returns what gives it back. */
  take({ userId, organizationId }: { userId: string; organizationId: string }): () => void {
    const { streamsPerUser, maxStreams } = this.config;
    const perOrganization = Math.ceil(maxStreams / 2);
    if ((this.#byUser.get(userId) ?? 0) >= streamsPerUser) {
      throw TooManyStreamsOfUser({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    if (this.#total >= maxStreams) throw TooManyStreams({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    if ((this.#byOrganization.get(organizationId) ?? 0) >= perOrganization) {
      throw TooManyStreams({
        message:
          'This organization has too many open event streams: half of LIVE_FEED_MAX_STREAMS. Try again later, or read ' +
          'the events page by page.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    const change = (by: number) => {
      this.#total += by;
      add(this.#byUser, userId, by);
      add(this.#byOrganization, organizationId, by);
    };
    change(1);
    let isTaken = true;
    return () => {
      if (isTaken) change(-1);
      isTaken = false;
    };
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
