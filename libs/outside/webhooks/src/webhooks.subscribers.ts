import { CustomPropertyCreated, CustomPropertyDeleted, CustomPropertyUpdated } from '#archive/properties';
import { DocumentPropertyChanged, DocumentTagAdded, DocumentTagRemoved } from '#archive/metadata';
import { DocumentViewCreated, DocumentViewDeleted, DocumentViewUpdated } from '#archive/finding';
import {
  DocumentContentExtracted,
  DocumentCreated,
  DocumentDeleted,
  DocumentPurged,
  DocumentRestored,
  DocumentRuleMatched,
  DocumentUpdated,
} from '#archive/documents';
import { defineSubscriber, type EventDefinition } from '#ground/history';
import {
  MemberAdded,
  MemberRemoved,
  MemberRoleChanged,
  OrganizationDeleted,
  OrganizationOwnershipTransferred,
  OrganizationRestored,
  OrganizationUpdated,
} from '#people/organizations';
import { AgendaDue, ReminderCreated, ReminderDeleted, ReminderUpdated } from '#outside/agenda';
import { TagCreated, TagDeleted, TagUpdated } from '#archive/tags';

const EVENTS: readonly EventDefinition<object>[] = [
  DocumentCreated,
  DocumentDeleted,
  DocumentUpdated,
  DocumentTagAdded,
  DocumentTagRemoved,
  DocumentPropertyChanged,
  DocumentRestored,
  DocumentPurged,
  DocumentContentExtracted,
  DocumentRuleMatched,
  TagCreated,
  TagUpdated,
  TagDeleted,
  CustomPropertyCreated,
  CustomPropertyUpdated,
  CustomPropertyDeleted,
  DocumentViewCreated,
  DocumentViewUpdated,
  DocumentViewDeleted,
  AgendaDue,
  ReminderCreated,
  ReminderUpdated,
  ReminderDeleted,
  OrganizationUpdated,
  OrganizationDeleted,
  OrganizationRestored,
  OrganizationOwnershipTransferred,
  MemberAdded,
  MemberRoleChanged,
  MemberRemoved,
];

/** The names of the events that a webhook can subscribe to. */
export const WEBHOOK_EVENTS: readonly string[] = EVENTS.map(({ name }) => name);

/** Adds the deliveries of an event: `worker/webhook-subscriber.ts`. */
export const WebhookFanOut = defineSubscriber('webhooks', EVENTS, {
  description: 'Adds a delivery of the event for each webhook that subscribes to it.',
  timeoutSeconds: 600,
  takesTurns: true,
  wantedBy: 'exists (select from webhook where webhook.organization_id = organization.id and webhook.enabled)',
});
