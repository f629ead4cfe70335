import { UnitOfWork } from '#ground/database';
import { PostponedJob } from '#ground/jobs';
import { createId, systemContext } from '#ground/kernel';
import { FanOutEvents, SecretRotation, SendDelivery, WebhookDeliveries, Webhooks } from '#outside/webhooks';
import { anotherInstance } from '../support/another-instance.js';
import type { TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { describeLocks } from './describe-lock-order.js';
import type { Work } from './locking-pairs.js';

/** It refuses connections, and `startApp` allows it. */
const URL_OF_RECEIVER = 'http://127.0.0.9:9/hook';

interface Given {
  organizationId: string;
  /** The first one has a finished, a pending and a test delivery. */
  webhookIds: [string, string];
  finished: string;
  pending: string;
}

const contextOf = ({ organizationId }: Given) => systemContext(organizationId, 'command');
const neverAborted = () => new AbortController().signal;

/** Every transaction that locks a webhook or its state. */
const WORK: Record<string, Work<Given>> = {
  'creating a webhook': (app, given) =>
    app.get(UnitOfWork, { strict: false }).run((tx) =>
      app.get(Webhooks, { strict: false }).create(tx, contextOf(given), {
        name: 'new',
        url: URL_OF_RECEIVER,
        enabled: true,
        events: ['tag:created'],
      }),
    ),
  'renaming a webhook': (app, given) =>
    app.get(Webhooks, { strict: false }).update(contextOf(given), given.webhookIds[0], { name: 'renamed' }),
  'disabling a webhook': (app, given) =>
    app.get(Webhooks, { strict: false }).update(contextOf(given), given.webhookIds[0], { enabled: false }),
  'enabling a webhook': (app, given) =>
    app.get(Webhooks, { strict: false }).update(contextOf(given), given.webhookIds[1], { enabled: true }),
  'deleting a webhook': (app, given) =>
    app.get(Webhooks, { strict: false }).delete(contextOf(given), given.webhookIds[0]),
  'replacing a secret': (app, given) =>
    app.get(SecretRotation, { strict: false }).finish(contextOf(given), given.webhookIds[0]),
  'adding the deliveries of events': (app, given) =>
    anotherInstance(app, FanOutEvents).upTo(contextOf(given), 1, neverAborted()),
  'sending a delivery that fails, which disables the webhook': (app, given) =>
    anotherInstance(app, SendDelivery).handle({
      data: { organizationId: given.organizationId, webhookId: given.webhookIds[0], deliveryId: given.pending },
      signal: neverAborted(),
    }),
  'sending a test message': (app, given) =>
    app.get(WebhookDeliveries, { strict: false }).ping(contextOf(given), given.webhookIds[0]),
  'sending a delivery again': (app, given) =>
    app.get(WebhookDeliveries, { strict: false }).replay(contextOf(given), given.webhookIds[0], given.finished),
};

/** A separate organization, so that rows of earlier rounds cannot interfere. */
async function prepare(app: TestApp): Promise<Given> {
  const pool = poolOf(app);
  const organizationId = createId('org');
  const webhookIds: Given['webhookIds'] = [createId('wbh'), createId('wbh')];
  const [finished, pending] = [createId('wbh_dlv'), createId('wbh_dlv')];
  await pool.query(`insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'locks')`, [
    organizationId,
  ]);
  await pool.query('insert into organization_log (organization_id, event_position) values ($1, 1)', [organizationId]);
  await pool.query(
    `insert into event (id, created_at, organization_id, position, name, payload) values ($1, now(), $2, 1, 'tag:created', '{}')`,
    [createId('evt'), organizationId],
  );
  await pool.query(
    `insert into webhook (id, organization_id, name, url, secret, next_secret, secret_rotation_started_at, enabled, events)
     select id, $2, id, $3, 'old', 'new', now(), id = $4, '{tag:created}' from unnest($1::text[]) as given(id)`,
    [webhookIds, organizationId, URL_OF_RECEIVER, webhookIds[0]],
  );
  await pool.query(
    `insert into webhook_state (webhook_id, position, failing_since)
     select unnest($1::text[]), 0, now() - interval '1 day'`,
    [webhookIds],
  );
  await pool.query(
    `insert into webhook_delivery (id, webhook_id, organization_id, subject, message_id, event_name, occurred_at,
       payload, status, finished_at)
     select id, $2, $3, $3, 'msg_' || id, 'tag:created', now(), '{}', case when id = $4 then 'pending' else 'failed' end,
       case when id <> $4 then now() end from unnest($1::text[]) as given(id)`,
    [[finished, pending], webhookIds[0], organizationId, pending],
  );
  return { organizationId, webhookIds, finished, pending };
}

describeLocks('the order of the locks of webhooks', {
  stopped: WORK,
  settings: { WEBHOOK_DISABLE_AFTER_HOURS: '1' },
  prepare,
  isExpected: (error) => error instanceof PostponedJob,
});
