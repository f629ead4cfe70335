import { Injectable } from '@nestjs/common';
import { WebhooksConfig } from '#config/webhooks';
import { PLACES } from './webhooks.jobs.js';

/** An endpoint is slow when its last request took more than this share of the time limit. */
const SLOW_SHARE = 0.5;
/** Or more than this: less than the look-up of a host whose name server does not answer. */
const SLOW_MS = 4_500;
/**
 * Requests at a time to endpoints that are slow, or not known yet. One organization has half of all places: the rest of
 * them stays for those of its endpoints that respond.
 */
const PLACES_OF_SLOW = PLACES / 4;

/**
 * How many requests each webhook may have under way. One that is not known to respond in time has one place, and all such
 * webhooks share a quarter of the places: many dead ones can otherwise take all places before their first time limit
 * ends. Each process learns by itself which ones respond.
 */
@Injectable()
export class SlowEndpoints {
  readonly #quick = new Set<string>();
  readonly #underWay = new Map<string, number>();

  constructor(private readonly config: WebhooksConfig) {}

  placesOf(webhookId: string): number {
    if (this.#quick.has(webhookId)) return this.config.concurrencyPerEndpoint;
    let slowUnderWay = 0;
    for (const [id, requests] of this.#underWay) if (!this.#quick.has(id)) slowUnderWay += requests;
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
      const slowAfterMs = Math.min(this.config.timeoutMs * SLOW_SHARE, SLOW_MS);
      if (performance.now() - began > slowAfterMs) this.#quick.delete(webhookId);
      else this.#quick.add(webhookId);
    }
  }
}
