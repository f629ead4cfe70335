import { describe, expect, it } from '@jest/globals';
import { WebhooksConfig } from '#config/webhooks';
import { SlowEndpoints } from './slow-endpoints.js';

describe('SlowEndpoints', () => {
  /** With a time limit of zero every request counts as slow. */
  const withTimeLimit = (timeoutMs: number) =>
    new SlowEndpoints(Object.assign(new WebhooksConfig(), { timeoutMs, concurrencyPerEndpoint: 4 }));

  it('an endpoint has one place at first and after a slow request, and all places after a fast one', async () => {
    const config = Object.assign(new WebhooksConfig(), { timeoutMs: 0, concurrencyPerEndpoint: 4 });
    const endpoints = new SlowEndpoints(config);
    expect(endpoints.placesOf('one')).toBe(1);
    await expect(endpoints.measure('one', () => Promise.reject(new Error('no response')))).rejects.toThrow(
      'no response',
    );
    expect([endpoints.placesOf('one'), endpoints.placesOf('other')]).toEqual([1, 1]);
    config.timeoutMs = 60_000;
    await endpoints.measure('one', () => Promise.resolve());
    expect(endpoints.placesOf('one')).toBe(4);
  });

  it('three quarters of all places are kept for endpoints that respond, however many do not', async () => {
    const endpoints = withTimeLimit(60_000);
    await endpoints.measure('fast', () => Promise.resolve());
    const end = Promise.withResolvers<void>();
    const requests: Promise<void>[] = [];
    for (let number = 0; number < 40; number += 1) {
      if (endpoints.placesOf(`new${number}`) === 0) continue;
      requests.push(endpoints.measure(`new${number}`, () => end.promise));
    }
    expect(requests).toHaveLength(16);
    expect([endpoints.placesOf('new39'), endpoints.placesOf('fast')]).toEqual([0, 4]);
    end.resolve();
    await Promise.all(requests);
    expect(endpoints.placesOf('new39')).toBe(1);
  });
});
