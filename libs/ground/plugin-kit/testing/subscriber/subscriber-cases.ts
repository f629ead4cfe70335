import { expect } from '@jest/globals';
import { PermanentPluginError } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { settledWithin } from '../settled-within.js';
import { SubscriberBench } from './subscriber-bench.js';
import type { SubscriberContract } from './subscriber-contract.js';

const STOPS_WITHIN_MS = 5_000;

/** The cases of the contract of a subscriber, each with a new subscriber, service and organization. */
export const subscriberCases: readonly ContractCase<SubscriberContract>[] = [
  {
    name: 'declares its events and limits as the host takes them',
    check: async (contract) => {
      await using bench = await SubscriberBench.open(contract);
      const { events, retries = 0, concurrency = 1, timeoutSeconds = 1 } = bench.declaration;
      expect(events.length).toBeGreaterThan(0);
      expect(events.filter((name) => !/^[a-z]+(:[a-z_-]+)+$/.test(name))).toEqual([]);
      expect(new Set(events).size).toBe(events.length);
      for (const [value, least, most] of [
        [retries, 0, 50],
        [concurrency, 1, 32],
        [timeoutSeconds, 1, 3_600],
      ] as const) {
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(least);
        expect(value).toBeLessThanOrEqual(most);
      }
    },
  },
  {
    name: 'handles a sample of each event that it declares',
    check: async (contract) => {
      await using bench = await SubscriberBench.open(contract);
      expect(new Set(contract.samples.map(({ name }) => name))).toEqual(new Set(bench.declaration.events));
      for (const sample of contract.samples) await bench.handle(bench.event(sample));
    },
  },
  {
    name: 'declares every permission that it uses',
    check: async (contract) => {
      await using bench = await SubscriberBench.open(contract);
      // A plugin may catch the error of a missing permission, and then seems to work.
      for (const sample of contract.samples) await bench.handle(bench.event(sample)).catch(() => undefined);
      expect([...bench.documents.missing]).toEqual([]);
    },
  },
  {
    name: 'changes nothing more in a document when an event is handled a second time',
    check: async (contract) => {
      await using bench = await SubscriberBench.open(contract);
      for (const sample of contract.samples) {
        const event = bench.event(sample);
        await bench.handle(event);
        const { changes } = bench.documents;
        await bench.handle(event, { attempt: 2 });
        expect(bench.documents.changes).toBe(changes);
      }
    },
  },
  {
    name: 'the subscriber does not ask to be called again when the document of the event is gone',
    check: async (contract) => {
      await using bench = await SubscriberBench.open(contract);
      bench.documents.documents.clear();
      for (const sample of contract.samples) {
        const error = await failureOf(bench.handle(bench.event(sample)));
        // Purged documents do not come back: without an error, or with a final one.
        if (error !== undefined) expect(error).toBeInstanceOf(PermanentPluginError);
      }
    },
  },
  {
    name: 'fails, but not permanently, while its service is away',
    check: (contract) => failsForNow(contract, 'away'),
  },
  {
    name: 'fails, but not permanently, while its service is busy (503)',
    check: (contract) => failsForNow(contract, 'busy'),
  },
  {
    name: 'the subscriber does not begin when the signal is already aborted',
    check: async (contract) => {
      await using bench = await SubscriberBench.open(contract);
      const signal = AbortSignal.abort(new Error('too late'));
      for (const sample of contract.samples)
        expect(await failureOf(bench.handle(bench.event(sample), { signal }))).toBeDefined();
      expect(bench.service.requests).toEqual([]);
    },
  },
  {
    name: 'stops on abort while its service does not respond',
    check: async (contract) => {
      await using bench = await SubscriberBench.open(contract);
      bench.service.mode = 'silent';
      for (const sample of contract.samples) {
        const abort = new AbortController();
        const requested = bench.service.nextRequest();
        const handling = failureOf(bench.handle(bench.event(sample), { signal: abort.signal }));
        await settledWithin(STOPS_WITHIN_MS, Promise.race([requested, handling]));
        abort.abort(new Error('enough'));
        expect(await settledWithin(STOPS_WITHIN_MS, handling)).toBe(true);
        expect(await handling).toBeDefined();
      }
    },
  },
  {
    name: 'a subscriber can be closed, and created again',
    check: async (contract) => {
      for (let round = 0; round < 2; round += 1) {
        await using bench = await SubscriberBench.open(contract);
        for (const sample of contract.samples) await bench.handle(bench.event(sample));
        await bench.close();
      }
    },
  },
];

async function failsForNow(contract: SubscriberContract, mode: 'away' | 'busy'): Promise<void> {
  await using bench = await SubscriberBench.open(contract);
  bench.service.mode = mode;
  for (const sample of contract.samples) {
    const error = await failureOf(bench.handle(bench.event(sample)));
    expect(error).toBeDefined();
    expect(error).not.toBeInstanceOf(PermanentPluginError);
  }
}

async function failureOf(work: Promise<void>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
