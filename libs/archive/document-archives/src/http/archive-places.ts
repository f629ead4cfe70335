import { Injectable } from '@nestjs/common';
import { DocumentArchivesConfig } from '#config/document-archives';
import { TooManyArchiveStreams, TooManyArchiveStreamsOfUser } from '#archive/document-archives';

const RETRY_AFTER_SECONDS = 30;

/** Counts the archives that this process streams. */
@Injectable()
export class ArchivePlaces {
  readonly #byUser = new Map<string, number>();
  #total = 0;

  constructor(private readonly config: DocumentArchivesConfig) {}

  /** Throws when the user, or any user, would have to wait. */
  assertFree(userId: string): void {
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    if (this.#of(userId) >= this.config.streamsPerUser) throw TooManyArchiveStreamsOfUser({ retryAfterSeconds });
    if (this.#total >= this.config.maxStreams) throw TooManyArchiveStreams({ retryAfterSeconds });
  }

  /** Takes a place, or throws; returns what gives it back. */
  take(userId: string): () => void {
    this.assertFree(userId);
    this.#change(userId, 1);
    return () => this.#change(userId, -1);
  }

  #of(userId: string): number {
    return this.#byUser.get(userId) ?? 0;
  }

  #change(userId: string, by: number): void {
    this.#total += by;
    const count = this.#of(userId) + by;
    if (count > 0) this.#byUser.set(userId, count);
    else this.#byUser.delete(userId);
  }
}
