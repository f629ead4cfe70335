import { Injectable } from '@nestjs/common';
import { WebhooksConfig } from '#config/webhooks';
import { PLACES } from './webhooks.jobs.js';

/** An endpoint is slow when its last request took more than this share of the time limit. */
const SLOW_SHARE = 0.5;
/** Requests to slow endpoints at a time: the other places stay for those that respond. */
const PLACES_OF_SLOW = PLACES / 2;

/**
 * How many requests each webhook may have under way. One that does not respond in time gets one place until it responds,
 * and all such webhooks share half of the places. Each process learns by itself which those are.
 */
@Injectable()
export class SlowEndpoints {
  readonly #slow = new Set<string>();
  readonly #underWay = new Map<string, number>();

  constructor(private readonly config: WebhooksConfig) {}

  placesOf(webhookId: string): number {
    if (!this.#slow.has(webhookId)) return this.config.concurrencyPerEndpoint;
    let slowUnderWay = 0;
    for (const id of this.#slow) slowUnderWay += this.#underWay.get(id) ?? 0;
    return slowUnderWay < PLACES_OF_SLOW ? 1 : 0;
  }

  /** Runs a request and notes how long it took. */
  async measure<Result>(webhookId: string, request: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    this.#underWay.set(webhookId, (this.#underWay.get(webhookId) ?? 0) + 1);
    try {
      return await request();
    } finally {
      const left = (this.#underWay.get(webhookId) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(webhookId);
      else this.#underWay.set(webhookId, left);
      if (performance.now() - began > this.config.timeoutMs * SLOW_SHARE) this.#slow.add(webhookId);
      else this.#slow.delete(webhookId);
    }
  }
}
