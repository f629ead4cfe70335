import type { Transaction } from '#libs/database';
import { DocumentTagAdded, DocumentTagRemoved } from '#libs/document-tags';
import {
  DocumentContentExtracted,
  DocumentCreated,
  DocumentDeleted,
  DocumentPurged,
  DocumentRestored,
  DocumentUpdated,
} from '#libs/documents';
import { defineSubscriber, type EventDefinition } from '#libs/history';
import { OrganizationDeleted, OrganizationRestored, OrganizationUpdated } from '#libs/organizations';
import { TagCreated, TagDeleted, TagUpdated } from '#libs/tags';

const EVENTS: readonly EventDefinition<object>[] = [
  DocumentCreated,
  DocumentDeleted,
  DocumentUpdated,
  DocumentTagAdded,
  DocumentTagRemoved,
  DocumentRestored,
  DocumentPurged,
  DocumentContentExtracted,
  TagCreated,
  TagUpdated,
  TagDeleted,
  OrganizationUpdated,
  OrganizationDeleted,
  OrganizationRestored,
];

/** The names of the events that a webhook can subscribe to. */
export const WEBHOOK_EVENTS: readonly string[] = EVENTS.map(({ name }) => name);

/** Organizations with an enabled webhook. */
async function organizationsWithWebhooks(
  tx: Transaction,
  organizationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql.query<{ id: string }>(
    'select distinct organization_id as id from webhook where organization_id = any($1::text[]) and enabled',
    [organizationIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Adds the deliveries of an event: `worker/webhook-subscriber.ts`. */
export const WebhookFanOut = defineSubscriber('webhooks', EVENTS, {
  description: 'Adds a delivery of the event for each webhook that subscribes to it.',
  timeoutSeconds: 600,
  wantedBy: organizationsWithWebhooks,
});
