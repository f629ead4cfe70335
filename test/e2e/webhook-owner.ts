import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

export interface DeliveryBody {
  id: string;
  event: string;
  eventId: string | null;
  messageId: string;
  status: 'cancelled' | 'failed' | 'pending' | 'succeeded';
  nextAttemptAt: string | null;
  finishedAt: string | null;
  replayOf: string | null;
  lastResponseStatus: number | null;
  lastError: string | null;
}

export interface AttemptBody {
  number: number;
  startedAt: string;
  durationMs: number;
  responseStatus: number | null;
  responseBody: string | null;
  isResponseCut: boolean;
  error: string | null;
}

export interface WebhookBody {
  id: string;
  enabled: boolean;
  disabledAt: string | null;
  disabledReason: string | null;
  failingSince: string | null;
}

export const SECRET = 'my-webhook-secret';

/** An organization with webhooks, and what its owner sees of them. */
export class WebhookOwner {
  private constructor(
    readonly app: TestApp,
    readonly api: ApiClient,
    readonly userId: string,
    readonly organizationId: string,
  ) {}

  static async of(app: TestApp): Promise<WebhookOwner> {
    const { api, userId, organizationId } = await app.anArchive();
    return new WebhookOwner(app, api, userId, organizationId);
  }

  get path(): string {
    return `/api/organizations/${this.organizationId}`;
  }

  async addWebhook(url: string, events: readonly string[] = ['document:created']): Promise<string> {
    const body = { name: 'Receiver', url, secret: SECRET, events };
    const { status, body: created } = await this.api.post<{ webhook: WebhookBody }>(`${this.path}/webhooks`, body);
    expect(status).toBe(200);
    return created.webhook.id;
  }

  async webhook(id: string): Promise<WebhookBody> {
    return (await this.api.get<{ webhook: WebhookBody }>(`${this.path}/webhooks/${id}`)).body.webhook;
  }

  /** Uploads bytes that no plugin reads, so that no text of it causes a further event. */
  async upload(name = 'letter.bin'): Promise<string> {
    const content = Buffer.concat([Buffer.from([0, 255, 0, 254]), randomBytes(100)]);
    const { status, body } = await this.api.upload(this.organizationId, { name, content });
    expect(status).toBe(200);
    return body.document.id;
  }

  async rename(documentId: string, name: string): Promise<void> {
    expect((await this.api.patch(`${this.path}/documents/${documentId}`, { name })).status).toBe(200);
  }

  /** Oldest first. */
  async deliveries(webhookId: string): Promise<DeliveryBody[]> {
    const path = `${this.path}/webhooks/${webhookId}/deliveries?limit=100`;
    return (await this.api.get<{ deliveries: DeliveryBody[] }>(path)).body.deliveries.reverse();
  }

  async delivery(webhookId: string): Promise<DeliveryBody> {
    const [delivery, ...others] = await this.deliveries(webhookId);
    expect(others).toEqual([]);
    return delivery as DeliveryBody;
  }

  async attempts(webhookId: string, deliveryId: string): Promise<AttemptBody[]> {
    const path = `${this.path}/webhooks/${webhookId}/deliveries/${deliveryId}`;
    return (await this.api.get<{ delivery: { attempts: AttemptBody[] } }>(path)).body.delivery.attempts;
  }

  async onlyAttempt(webhookId: string): Promise<AttemptBody> {
    const [attempt, ...others] = await this.attempts(webhookId, (await this.delivery(webhookId)).id);
    expect(others).toEqual([]);
    return attempt as AttemptBody;
  }

  /** The clock of waiting deliveries goes forward; what becomes due is sent. */
  async pass(seconds: number): Promise<void> {
    const pool = poolOf(this.app);
    const earlier = '- make_interval(secs => $1)';
    await pool.query(
      `update webhook_delivery set next_attempt_at = next_attempt_at ${earlier} where status = 'pending'`,
      [seconds],
    );
    await pool.query(
      `update job.job set start_after = start_after ${earlier} where name = 'webhook.deliver' and state = 'created'`,
      [seconds],
    );
    await this.app.drain();
  }
}

/** The receivers of a test are at a private address. The time limit is one that a good receiver on a busy machine keeps. */
export const LOCAL_RECEIVERS = { WEBHOOK_URL_ALLOWED_HOSTNAMES: '127.0.0.1', WEBHOOK_TIMEOUT_MS: '4000' };

/** One upload in a new organization, sent once to this address. */
export async function sendOnce(app: TestApp, url: string) {
  const owner = await WebhookOwner.of(app);
  const webhookId = await owner.addWebhook(url);
  await owner.upload();
  await app.drain();
  return { owner, webhookId, delivery: await owner.delivery(webhookId), attempt: await owner.onlyAttempt(webhookId) };
}

/** Seconds between the end of the attempt and the next one. */
export function pauseAfter({ startedAt, durationMs }: AttemptBody, { nextAttemptAt }: DeliveryBody): number {
  return (Date.parse(nextAttemptAt ?? '') - Date.parse(startedAt) - durationMs) / 1000;
}
