import { describe } from '@jest/globals';
import { PermanentPluginError, type MailMessage, type MailTransport } from '@archivolt/plugin-kit';
import { mailTransportCases, type MailTransportUnderTest, type ReceivedMail } from '@archivolt/plugin-kit/testing';
import { itCatches } from './broken.js';

type Send = MailTransport['send'];

/** A service that keeps mails in memory, and a sound transport for it; a test replaces single parts. */
function aTarget(change: Partial<MailTransportUnderTest> = {}, send: (deliver: Send) => Send = (deliver) => deliver) {
  const mails: ReceivedMail[] = [];
  const deliver: Send = async ({ from, ...mail }, { signal }) => {
    signal.throwIfAborted();
    mails.push({ ...mail, from: from.address, ...(from.name !== undefined && { fromName: from.name }) });
  };
  return {
    transport: { send: send(deliver) },
    received: () => mails,
    away: { send: () => Promise.reject(new Error('connect ECONNREFUSED')) },
    stalled: { send: untilAborted },
    ...change,
  };
}

const untilAborted: Send = (_, { signal }) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

const sends = (change: (message: MailMessage) => MailMessage) => () =>
  aTarget({}, (deliver) => (message, context) => deliver(change(message), context));
let counter = 0;

describe('the contract of mail transports', () => {
  itCatches<MailTransportUnderTest>(mailTransportCases, aTarget, [
    [
      'delivers a mail with its sender, recipient, subject and text',
      'delivers nothing',
      () => aTarget({ received: () => [] }),
    ],
    [
      'delivers a mail with its sender, recipient, subject and text',
      'sends from an address of its own',
      sends((message) => ({ ...message, from: { address: 'service@example.net' } })),
    ],
    [
      'delivers the name of the sender',
      'puts the name into the header without quoting it',
      sends(({ from, ...message }) => ({ ...message, from: { ...from, name: (from.name ?? '').split(',')[0] ?? '' } })),
    ],
    [
      'delivers the HTML body in addition to the text',
      'sends the text only',
      sends(({ html: _, ...message }) => message),
    ],
    [
      'delivers subject and text of any script unchanged',
      'sends Latin-1',
      sends((message) => ({ ...message, subject: Buffer.from(message.subject, 'latin1').toString('latin1') })),
    ],
    [
      'delivers lines that begin with a dot, long lines, and a text of 300,000 characters unchanged',
      'does not double dots at the start of lines',
      sends((message) => ({ ...message, text: message.text.replace(/^\./gm, '') })),
    ],
    [
      'passes on the id of the message, the same in each attempt',
      'makes up an id for each attempt',
      sends((message) => ({ ...message, id: `made-up-${(counter += 1)}` })),
    ],
    [
      'delivers each of several concurrent mails once',
      'sends what the latest call set',
      () => {
        let latest: MailMessage | undefined;
        return aTarget({}, (deliver) => async (message, context) => {
          latest = message;
          await Promise.resolve();
          await deliver(latest, context);
        });
      },
    ],
    [
      'sends nothing when the signal is already aborted',
      'ignores the signal',
      () => aTarget({}, (deliver) => (message) => deliver(message, { signal: new AbortController().signal })),
    ],
    [
      'stops waiting for a service that does not respond when the signal aborts',
      'reports success on abort',
      () => aTarget({ stalled: { send: (message, context) => untilAborted(message, context).catch(() => undefined) } }),
    ],
    [
      'fails with an error that allows another attempt while its service is away',
      'counts an outage as permanent',
      () => aTarget({ away: { send: () => Promise.reject(new PermanentPluginError('ECONNREFUSED')) } }),
    ],
    [
      'fails with an error that allows another attempt while its service is away',
      'reports success',
      () => aTarget({ away: { send: () => Promise.resolve() } }),
    ],
    [
      'names neither the text nor the HTML of a mail in its errors',
      'quotes the request in its error',
      () =>
        aTarget({ away: { send: (message) => Promise.reject(new Error(`cannot send ${JSON.stringify(message)}`)) } }),
    ],
    [
      'throws no error when it is closed twice',
      'fails the second time',
      () => {
        const target = aTarget();
        let isClosed = false;
        const close = async () => {
          if (isClosed) throw new Error('it is closed');
          isClosed = true;
        };
        return { ...target, transport: { ...target.transport, close } };
      },
    ],
  ]);
});
