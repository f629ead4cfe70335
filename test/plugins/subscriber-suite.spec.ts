import { describe, expect, it } from '@jest/globals';
import {
  PermanentPluginError,
  type HostServices,
  type Sql,
  type Subscriber,
  type SubscriberContext,
  type SubscriberDeclaration,
} from '@archivolt/plugin-kit';
import { subscriberCases, type SubscriberContract } from '@archivolt/plugin-kit/testing';
import manifest from '../../plugins/_template/subscriber/src/plugin.js';
import { TemplateSubscriber } from '../../plugins/_template/subscriber/src/template-subscriber.js';
import type { TemplateConfig } from '../../plugins/_template/subscriber/src/template.config.js';
import { itCatches } from './broken.js';

type Host = HostServices<TemplateConfig>;
type Handle = Subscriber['handle'];

function contract(
  change: (handle: Handle, host: Host) => Handle = (handle) => handle,
  declaration: Partial<SubscriberDeclaration<TemplateConfig>> = {},
): SubscriberContract {
  const create = (host: Host): Subscriber => {
    const template = new TemplateSubscriber(host);
    return { handle: change(template.handle.bind(template), host) };
  };
  const { subscriber } = manifest.provides;
  if (!subscriber) throw new Error('the template provides no subscriber');
  const provides = { subscriber: { ...subscriber, create, ...declaration } };
  const made: SubscriberContract<TemplateConfig> = {
    manifest: { ...manifest, provides },
    config: (url) => ({ url, token: '', tag: 'Announced' }),
    samples: [{ name: 'document:created' }],
  };
  return made;
}

const swallowing =
  (isSwallowed: (error: unknown) => boolean) =>
  (handle: Handle): Handle =>
  (event, context) =>
    handle(event, context).catch((error: unknown) => {
      if (!isSwallowed(error)) throw error;
    });
const withSignal =
  (handle: Handle, signal: (context: SubscriberContext) => AbortSignal): Handle =>
  (event, context) =>
    handle(event, { ...context, signal: signal(context) });

describe('the contract of subscriber plugins', () => {
  let opened = 0;
  itCatches(subscriberCases, () => contract(), [
    [
      'declares its events and limits as the host takes them',
      'asks for more attempts than there are',
      () => contract(undefined, { retries: 1_000 }),
    ],
    [
      'handles a sample of each event that it declares',
      'declares an event that it was not made for',
      () => contract(undefined, { events: ['document:created', 'document:deleted'] }),
    ],
    [
      'declares every permission that it uses',
      'hides that it lacks a permission',
      () =>
        contract(
          swallowing(() => true),
          { permissions: ['documents:read'] },
        ),
    ],
    [
      'changes nothing more in a document when an event is handled a second time',
      'adds to the name each time',
      () =>
        contract((handle) => async (event, context) => {
          await handle(event, context);
          const id = String(event.payload['documentId']);
          const document = await context.documents.find(id);
          await context.documents.update(id, { name: `${document?.name} (announced)` });
        }),
    ],
    [
      'the subscriber does not ask to be called again when the document of the event is gone',
      'waits for a document that will never be there again',
      () =>
        contract((handle) => async (event, context) => {
          const document = await context.documents.find(String(event.payload['documentId']));
          if (!document) throw new Error('not there yet');
          await handle(event, context);
        }),
    ],
    [
      'fails, but not permanently, while its service is away',
      'gives up without a connection',
      () =>
        contract(
          (handle) => (event, context) =>
            handle(event, context).catch((error: unknown) => {
              throw new PermanentPluginError('no connection', { cause: error });
            }),
        ),
    ],
    [
      'fails, but not permanently, while its service is busy (503)',
      'takes every response for a success',
      () => contract(swallowing((error) => (error as Error).message.includes('responded with 503'))),
    ],
    [
      'the subscriber does not begin when the signal is already aborted',
      'ignores the signal',
      () => contract((handle) => withSignal(handle, () => new AbortController().signal)),
    ],
    [
      'stops on abort while its service does not respond',
      'looks at the signal once at the beginning',
      () =>
        contract((handle) => (event, context) => {
          context.signal.throwIfAborted();
          return withSignal(handle, () => AbortSignal.timeout(8_000))(event, context);
        }),
    ],
    [
      'a subscriber can be closed, and created again',
      'can be created only once',
      () =>
        contract((handle) => {
          opened += 1;
          if (opened > 1) throw new Error('there is one already');
          return handle;
        }),
    ],
  ]);

  describe('a subscriber with tables', () => {
    const made = contract((handle, { sql }) => async (event, context) => {
      await sql.query('insert into subscriber_template_event (id) values ($1)', [event.id]);
      await handle(event, context);
    });
    const handling = subscriberCases.find(({ name }) => name === 'handles a sample of each event that it declares');

    it('the suite gives a subscriber the database of its spec', async () => {
      const values: unknown[] = [];
      const query = (_: string, given: readonly unknown[] = []): Promise<never[]> => {
        values.push(...given);
        return Promise.resolve([]);
      };
      const sql: Sql = { query, transaction: (work) => work(sql) };
      await handling?.check({ ...made, host: { sql } });
      expect(values).toEqual([expect.stringMatching(/^evt_/)]);
    });

    it('the suite of a subscriber with tables says how to give it a database', async () => {
      await expect(handling?.check(made)).rejects.toThrow('as `host: { sql }`');
    });
  });
});
