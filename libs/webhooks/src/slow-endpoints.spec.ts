import { describe, expect, it } from '@jest/globals';
import { WebhooksConfig } from '#config/webhooks';
import { SlowEndpoints } from './slow-endpoints.js';

describe('SlowEndpoints', () => {
  /** With a time limit of zero every request counts as slow. */
  const withTimeLimit = (timeoutMs: number) =>
    new SlowEndpoints(Object.assign(new WebhooksConfig(), { timeoutMs, concurrencyPerEndpoint: 4 }));

  it('gives an endpoint one place after a request that took too long, and all after one that did not', async () => {
    const config = Object.assign(new WebhooksConfig(), { timeoutMs: 0, concurrencyPerEndpoint: 4 });
    const endpoints = new SlowEndpoints(config);
    expect(endpoints.placesOf('one')).toBe(4);
    await expect(endpoints.measure('one', () => Promise.reject(new Error('no response')))).rejects.toThrow(
      'no response',
    );
    expect([endpoints.placesOf('one'), endpoints.placesOf('other')]).toEqual([1, 4]);
    config.timeoutMs = 60_000;
    await endpoints.measure('one', () => Promise.resolve());
    expect(endpoints.placesOf('one')).toBe(4);
  });

  it('keeps half of all places for endpoints that respond, however many do not', async () => {
    const endpoints = withTimeLimit(0);
    const ids = Array.from({ length: 40 }, (_, number) => `slow${number}`);
    for (const id of ids) await endpoints.measure(id, () => Promise.resolve());
    const end = Promise.withResolvers<void>();
    const requests: Promise<void>[] = [];
    for (const id of ids) {
      if (endpoints.placesOf(id) === 0) continue;
      requests.push(endpoints.measure(id, () => end.promise));
    }
    expect(requests).toHaveLength(32);
    expect(endpoints.placesOf('fast')).toBe(4);
    end.resolve();
    await Promise.all(requests);
    expect(endpoints.placesOf('slow0')).toBe(1);
  });
});
