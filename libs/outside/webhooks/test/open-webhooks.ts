import { definePlugin, type MailMessage } from '@archivolt/plugin-kit';
import { createId, systemContext, type OrganizationContext } from '#ground/kernel';
import { WEBHOOK_EVENTS, type DeliveryStatus } from '#outside/webhooks';
import type { ApiClient } from '../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { loaded } from '../../../../test/support/loaded.js';
import { poolOf } from '../../../../test/support/rows.js';

export interface TestArchive {
  ctx: OrganizationContext;
  api: ApiClient;
  organizationId: string;
}

export interface TestDelivery {
  id: string;
  webhookId: string;
  messageId: string;
  subject: string;
  eventName: string;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: Date | null;
  replayOf: string | null;
}

export interface WebhooksFixture {
  app: TestApp;
  /** Those that were sent. */
  mails: MailMessage[];
  get<Service>(type: abstract new (...values: never[]) => Service): Service;
  anArchive(): Promise<TestArchive>;
  /** A webhook as management adds it: it begins at the current end of the log. */
  aWebhook(archive: TestArchive, webhook: Partial<TestWebhook> & { url: string }): Promise<string>;
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  deliveries(webhookId: string): Promise<TestDelivery[]>;
  /** Makes all waiting attempts due, and runs jobs until none is waiting. */
  retry(): Promise<void>;
  close(): Promise<void>;
}

interface TestWebhook {
  url: string;
  events: readonly string[];
  enabled: boolean;
  secret: string | null;
  nextSecret: string | null;
}

/** The server with protection against private addresses switched off, so that a local receiver can be called. */
export async function openWebhooks(environment: Record<string, string> = {}): Promise<WebhooksFixture> {
  const mails: MailMessage[] = [];
  const transport = definePlugin({
    id: 'mail-transport-memory',
    contract: 2,
    provides: { 'mail-transport': { create: () => ({ send: async (mail) => void mails.push(mail) }) } },
  });
  const app = await startApp(
    { WEBHOOK_SSRF_PROTECTION_ENABLED: 'false', ...environment },
    { plugins: [loaded(transport)], choices: { mailTransport: 'mail-transport-memory' } },
  );
  const rows = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await poolOf(app).query(text, [...values])).rows as Row[];
  return {
    app,
    mails,
    get: (type) => app.app.get(type, { strict: false }),
    anArchive: async () => {
      const { api, organizationId } = await app.anArchive();
      return { api, organizationId, ctx: systemContext(organizationId, 'command') };
    },
    aWebhook: async ({ organizationId }, webhook) => {
      const id = createId('wbh');
      const { url, events = WEBHOOK_EVENTS, enabled = true, secret = null, nextSecret = null } = webhook;
      await rows(
        `with added as (
           insert into webhook (id, organization_id, name, url, secret, next_secret, secret_rotation_started_at, enabled, events)
           values ($1, $2, 'Test', $3, $4, $5, case when $5::text is not null then now() end, $6, $7))
         insert into webhook_state (webhook_id, position)
         select $1, event_position from organization_log where organization_id = $2`,
        [id, organizationId, url, secret, nextSecret, enabled, events],
      );
      return id;
    },
    rows,
    deliveries: (webhookId) =>
      rows<TestDelivery>(
        `select id, webhook_id as "webhookId", message_id as "messageId", subject, event_name as "eventName", status,
           attempts, next_attempt_at as "nextAttemptAt", replay_of as "replayOf"
         from webhook_delivery where webhook_id = $1 order by sequence`,
        [webhookId],
      ),
    retry: async () => {
      await rows(`update webhook_delivery set next_attempt_at = now() where status = 'pending'`);
      await rows(`update job.job set start_after = now() where name = 'webhook.deliver' and state = 'created'`);
      await app.drain();
    },
    close: () => app.close(),
  };
}
