import { expect } from '@jest/globals';
import type { ContractCase } from '../contract-case.js';
import { settledWithin } from '../settled-within.js';
import { bytesOf, ExtractorBench } from './extractor-bench.js';
import type { ExtractorCase, ExtractorContract } from './extractor-contract.js';
import { FakeService, type Misbehaviour } from './fake-service.js';

type Case = ContractCase<ExtractorContract> & { skipBy: ExtractorCase };

const SETTLES_WITHIN_MS = 5_000;

/** What the host relies on when the service of a remote extractor does not work as it should. */
export const REMOTE_CASES: readonly Case[] = [
  {
    name: 'throws TransientPluginError when its service is unavailable',
    skipBy: 'away',
    check: async (contract) => expectError(contract, await FakeService.closedAddress(), 'TransientPluginError'),
  },
  {
    name: 'throws TransientPluginError when its service is busy (503, 429)',
    skipBy: 'busy',
    check: async (contract) => {
      for (const status of [503, 429]) {
        await FakeService.run({ kind: 'status', status }, (url) => expectError(contract, url, 'TransientPluginError'));
      }
    },
  },
  {
    name: 'throws PermanentPluginError when its service rejects its credentials (401)',
    skipBy: 'rejected',
    check: (contract) =>
      FakeService.run({ kind: 'status', status: 401 }, (url) => expectError(contract, url, 'PermanentPluginError')),
  },
  {
    name: 'stops waiting for its service when aborted',
    skipBy: 'hanging service',
    check: (contract) =>
      withService(contract, { kind: 'hangs' }, async (read, service) => {
        const abort = new AbortController();
        const work = read(abort.signal);
        await settledWithin(SETTLES_WITHIN_MS, Promise.race([service.requested, work]));
        abort.abort(new Error('the test aborts'));
        if (await settledWithin(SETTLES_WITHIN_MS, work)) return;
        throw new Error(
          `the extractor still waits ${SETTLES_WITHIN_MS} ms after the abort; pass \`context.signal\` on`,
        );
      }),
  },
  {
    name: 'a response without end is not read',
    skipBy: 'endless response',
    check: (contract) =>
      withService(contract, { kind: 'endless' }, async (read, service) => {
        await read(new AbortController().signal).catch(() => undefined);
        expect(service.requests).toBeGreaterThan(0);
        expect(service.wasReadWithoutLimit).toBe(false);
      }),
  },
  {
    name: 'the file is not sent to an address to which its service redirects',
    skipBy: 'redirect',
    check: (contract) =>
      FakeService.run({ kind: 'status', status: 200 }, async (to, elsewhere) => {
        await withService(contract, { kind: 'redirects', to }, async (read, service) => {
          await read(new AbortController().signal).catch(() => undefined);
          expect(service.requests).toBeGreaterThan(0);
          expect(elsewhere.requests).toBe(0);
        });
      }),
  },
];

async function expectError(contract: ExtractorContract, url: string, name: string): Promise<void> {
  await withAddress(contract, url, (read) =>
    expect(read(new AbortController().signal)).rejects.toMatchObject({ name }),
  );
}

function withService(
  contract: ExtractorContract,
  misbehaviour: Misbehaviour,
  work: (read: (signal: AbortSignal) => Promise<unknown>, service: FakeService) => Promise<void>,
): Promise<void> {
  return FakeService.run(misbehaviour, (url, service) => withAddress(contract, url, (read) => work(read, service)));
}

async function withAddress(
  contract: ExtractorContract,
  url: string,
  work: (read: (signal: AbortSignal) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { serviceAt, samples } = contract;
  const [sample] = samples;
  if (serviceAt === undefined || sample === undefined)
    throw new Error(
      'a remote extractor needs a sample, and `serviceAt` that returns the settings for a service at an HTTP address ' +
        '(`serviceAt: (url) => ({ url })`), or a reason to skip this case',
    );
  const bytes = await bytesOf(sample);
  const run = (bench: ExtractorBench): Promise<void> => work((signal) => bench.read(bytes, sample, { signal }));
  await ExtractorBench.run(contract, run, serviceAt(url));
}
