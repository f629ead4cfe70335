import { describe } from '@jest/globals';
import { PermanentPluginError, type IntakeAddresses } from '@archivolt/plugin-kit';
import { intakeAddressCases, type IntakeAddressesUnderTest, type ServiceAddress } from '@archivolt/plugin-kit/testing';
import { itCatches } from './broken.js';

/** The parts of a plugin that a test replaces; `known` is what the service has. */
type Change = (sound: IntakeAddresses, known: Map<string, ServiceAddress>) => Partial<IntakeAddresses>;

/** A service that keeps addresses in memory, and a sound plugin for it; a test replaces single parts. */
function aTarget(change: Change = () => ({}), parts: Partial<IntakeAddressesUnderTest> = {}): IntakeAddressesUnderTest {
  const known = new Map<string, ServiceAddress>();
  const sound: IntakeAddresses = {
    createAddress: async ({ username, ...webhook }, { signal }) => {
      signal.throwIfAborted();
      const address = `${username}@in.example.com`;
      if (known.has(address)) return { outcome: 'name-in-use' };
      known.set(address, { address, ...webhook });
      return { outcome: 'created', address };
    },
    removeAddress: async (address) => void known.delete(address),
  };
  return {
    addresses: { ...sound, ...change(sound, known) },
    existing: () => [...known.values()],
    away: failing(() => new Error('connect ECONNREFUSED')),
    stalled: {
      createAddress: (_, context) => untilAborted(context),
      removeAddress: (_, context) => untilAborted(context),
    },
    ...parts,
  };
}

function failing(fault: (wanted: unknown) => Error): IntakeAddresses {
  return {
    createAddress: (wanted) => Promise.reject(fault(wanted)),
    removeAddress: (address) => Promise.reject(fault(address)),
  };
}

function untilAborted({ signal }: { signal: AbortSignal }): Promise<never> {
  return new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

const creates = (createAddress: (sound: IntakeAddresses) => IntakeAddresses['createAddress']) => () =>
  aTarget((sound) => ({ createAddress: createAddress(sound) }));

describe('the contract of addresses of intake by mail', () => {
  itCatches<IntakeAddressesUnderTest>(intakeAddressCases, aTarget, [
    [
      'creates a plain address with the name that was asked for',
      'adds a name for people to the address',
      creates(() => async ({ username }) => ({ outcome: 'created', address: `Otter <${username}@in.example.com>` })),
    ],
    [
      'creates a plain address with the name that was asked for',
      'takes a name of its own',
      creates(() => async () => ({ outcome: 'created', address: 'inbox@in.example.com' })),
    ],
    [
      'creates different addresses for different names, also at once',
      'creates what the latest call asked for',
      () => {
        let latest = '';
        return aTarget((sound) => ({
          createAddress: async (wanted, context) => {
            latest = wanted.username;
            await Promise.resolve();
            return sound.createAddress({ ...wanted, username: latest }, context);
          },
        }));
      },
    ],
    [
      'creates an address also while there is no secret',
      'refuses to work without a secret',
      creates((sound) => async (wanted, context) => {
        if (wanted.webhookSecret === undefined) throw new Error('there is no secret');
        return sound.createAddress(wanted, context);
      }),
    ],
    [
      'tells its service where mails go to and what they are signed with',
      'keeps the secret to itself',
      creates(
        (sound) =>
          ({ webhookSecret: _, ...wanted }, context) =>
            sound.createAddress(wanted, context),
      ),
    ],
    [
      'says that a name is in use, and leaves the address that has it alone',
      'returns the address that has the name already',
      creates((sound) => async (wanted, context) => {
        await sound.createAddress(wanted, context);
        return { outcome: 'created', address: `${wanted.username}@in.example.com` };
      }),
    ],
    [
      'removes an address at its service, and no other',
      'removes nothing',
      () => aTarget(() => ({ removeAddress: async () => undefined })),
    ],
    [
      'removes an address at its service, and no other',
      'removes every address that begins alike',
      () =>
        aTarget((_, known) => ({
          removeAddress: async (address) => {
            const [name = ''] = address.split('@');
            for (const each of known.keys()) if (name.startsWith(each.split('@')[0] ?? '')) known.delete(each);
          },
        })),
    ],
    [
      'accepts the removal of an address that was removed before',
      'reports 404 as a failure',
      () =>
        aTarget((_, known) => ({
          removeAddress: async (address) => {
            if (!known.delete(address)) throw new Error('the service responded 404');
          },
        })),
    ],
    [
      'makes nothing when the signal is already aborted',
      'ignores the signal',
      creates((sound) => (wanted) => sound.createAddress(wanted, { signal: new AbortController().signal })),
    ],
    [
      'stops waiting for a service that does not respond when the signal aborts',
      'reports success on abort',
      () =>
        aTarget(undefined, {
          stalled: {
            createAddress: (_, context) => untilAborted(context),
            removeAddress: (_, context) => untilAborted(context).catch(() => undefined),
          },
        }),
    ],
    [
      'fails with an error that allows another attempt while its service is away',
      'counts an outage as permanent',
      () => aTarget(undefined, { away: failing(() => new PermanentPluginError('ECONNREFUSED')) }),
    ],
    [
      'fails with an error that allows another attempt while its service is away',
      'reports success of the removal',
      () =>
        aTarget(undefined, {
          away: { ...failing(() => new Error('ECONNREFUSED')), removeAddress: async () => undefined },
        }),
    ],
    [
      'the errors do not name the secret',
      'quotes the request in its error',
      () => aTarget(undefined, { away: failing((wanted) => new Error(`cannot send ${JSON.stringify(wanted)}`)) }),
    ],
    [
      'throws no error when it is closed twice',
      'fails the second time',
      () => {
        let isClosed = false;
        const close = async () => {
          if (isClosed) throw new Error('it is closed');
          isClosed = true;
        };
        return aTarget(() => ({ close }));
      },
    ],
  ]);
});
