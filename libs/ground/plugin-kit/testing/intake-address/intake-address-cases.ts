import { expect } from '@jest/globals';
import type { IntakeAddresses } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { settledWithin } from '../settled-within.js';
import type { IntakeAddressesUnderTest, ServiceAddress } from './intake-address-contract.js';

const SECRET = '5ecret-of-the-webhook';
const WEBHOOK_URL = 'https://archive.example/api/intake-emails/ingest';
/** The kit does not see when a service of the plugin's own has a request: a call must end whenever it is aborted. */
const UNDER_WAY_MS = 20;
/** One name, and a domain of letters, digits, dots and dashes. */
const ADDRESS = /^[^\s<>()[\]\\,;:@"\p{Cc}]{1,64}@[\p{L}\p{N}.-]{1,253}$/u;

/** The cases of the contract of addresses, each to be run on a service without addresses. */
export const intakeAddressCases: readonly ContractCase<IntakeAddressesUnderTest>[] = [
  {
    name: 'creates a plain address with the name that was asked for',
    check: async ({ addresses }) => {
      const address = await created(addresses, 'calm-otter-417');
      expect(address).toMatch(ADDRESS);
      expect(address.split('@')[0]).toBe('calm-otter-417');
    },
  },
  {
    name: 'creates different addresses for different names, also at once',
    check: async ({ addresses }) => {
      const names = Array.from({ length: 8 }, (_, index) => `name-${index}`);
      const found = await Promise.all(names.map((name) => created(addresses, name)));
      expect(found.map((address) => address.split('@')[0])).toEqual(names);
    },
  },
  {
    name: 'creates an address also while there is no secret',
    check: async ({ addresses }) => {
      const wanted = { username: 'calm-otter-417', webhookUrl: WEBHOOK_URL };
      const { signal } = new AbortController();
      expect(await addresses.createAddress(wanted, { signal })).toMatchObject({ outcome: 'created' });
    },
  },
  {
    name: 'tells its service where mails go to and what they are signed with',
    check: async (target) => {
      const address = await created(target.addresses, 'calm-otter-417');
      const [found, ...others] = await existing(target);
      expect(others).toEqual([]);
      expect(found).toMatchObject({ webhookUrl: WEBHOOK_URL, webhookSecret: SECRET });
      expect(found?.address.toLowerCase()).toBe(address.toLowerCase());
    },
  },
  {
    name: 'says that a name is in use, and leaves the address that has it alone',
    check: async (target) => {
      await created(target.addresses, 'calm-otter-417');
      const before = await existing(target);
      expect(await create(target.addresses, 'calm-otter-417')).toEqual({ outcome: 'name-in-use' });
      expect(await existing(target)).toEqual(before);
    },
  },
  {
    name: 'removes an address at its service, and no other',
    check: async (target) => {
      const first = await created(target.addresses, 'calm-otter-417');
      const second = await created(target.addresses, 'calm-otter-41');
      await remove(target.addresses, first);
      const left = (await existing(target)).map(({ address }) => address.toLowerCase());
      expect(left).toEqual([second.toLowerCase()]);
    },
  },
  {
    name: 'accepts the removal of an address that was removed before',
    check: async ({ addresses }) => {
      const address = await created(addresses, 'calm-otter-417');
      await remove(addresses, address);
      await remove(addresses, address);
    },
  },
  {
    name: 'makes nothing when the signal is already aborted',
    check: async (target) => {
      const signal = AbortSignal.abort(new Error('too late'));
      await expect(target.addresses.createAddress(wantedAs('calm-otter-417'), { signal })).rejects.toThrow();
      expect(await existing(target)).toEqual([]);
    },
  },
  {
    name: 'stops waiting for a service that does not respond when the signal aborts',
    check: async (target) => {
      const stalled = given(target.stalled, 'stalled');
      const abort = new AbortController();
      const { signal } = abort;
      const calls = [
        stalled.createAddress(wantedAs('calm-otter-417'), { signal }),
        stalled.removeAddress('calm-otter-417@example.com', { signal }),
      ];
      const ended = Promise.all(calls.map((call) => expect(call).rejects.toThrow()));
      await settledWithin(UNDER_WAY_MS, ended);
      abort.abort(new Error('the time is over'));
      await ended;
    },
  },
  {
    name: 'fails with an error that allows another attempt while its service is away',
    check: async (target) => {
      for (const fault of await faultsOf(given(target.away, 'away')))
        expect(fault.name).not.toBe('PermanentPluginError');
    },
  },
  {
    name: 'the errors do not name the secret',
    check: async (target) => {
      for (const { message, stack, cause } of await faultsOf(given(target.away, 'away')))
        expect(`${message} ${stack ?? ''} ${String(cause)}`).not.toContain(SECRET);
    },
  },
  {
    name: 'throws no error when it is closed twice',
    check: async ({ addresses }) => {
      await created(addresses, 'calm-otter-417');
      await addresses.close?.();
      await addresses.close?.();
    },
  },
];

const wantedAs = (username: string) => ({ username, webhookUrl: WEBHOOK_URL, webhookSecret: SECRET });

function create(addresses: IntakeAddresses, username: string) {
  return addresses.createAddress(wantedAs(username), { signal: new AbortController().signal });
}

async function created(addresses: IntakeAddresses, username: string): Promise<string> {
  const result = await create(addresses, username);
  if (result.outcome === 'created') return result.address;
  throw new Error(`no address was made for the name ${username}, which is not in use`);
}

function remove(addresses: IntakeAddresses, address: string): Promise<void> {
  return addresses.removeAddress(address, { signal: new AbortController().signal });
}

async function existing(target: IntakeAddressesUnderTest): Promise<readonly ServiceAddress[]> {
  if (target.existing) return target.existing();
  throw new Error('`create` returns no `existing`; return it, or skip this case with a reason');
}

async function faultsOf(addresses: IntakeAddresses): Promise<Error[]> {
  const calls = [create(addresses, 'calm-otter-417'), remove(addresses, 'calm-otter-417@example.com')];
  const results = await Promise.allSettled(calls);
  return results.map((result) => {
    if (result.status === 'rejected' && result.reason instanceof Error) return result.reason;
    throw new Error('both methods must reject with an Error while the service is away');
  });
}

function given(addresses: IntakeAddresses | undefined, name: string): IntakeAddresses {
  if (addresses) return addresses;
  throw new Error(`\`create\` returns no \`${name}\`; return one, or skip this case with a reason`);
}
