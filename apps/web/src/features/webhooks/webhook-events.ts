import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { CreateWebhookBody } from '../../lib/api';

export type WebhookEvent = CreateWebhookBody['events'][number];

/** What each event means. A new event of the API needs a text here to compile. */
export const EVENT_TEXTS: Record<WebhookEvent, MessageDescriptor> = {
  'document:created': msg`A document was added`,
  'document:updated': msg`A document was edited, or its text was read`,
  'document:deleted': msg`A document was moved to trash`,
  'document:restored': msg`A document was restored`,
  'document:purged': msg`A document was deleted permanently`,
  'document:content:extracted': msg`The text of a document was read, or could not be`,
  'document:rule-matched': msg`A tagging rule matched a document`,
  'document:tag:added': msg`A tag was added to a document`,
  'document:tag:removed': msg`A tag was removed from a document`,
  'document:property:changed': msg`The value of a property of a document was changed`,
  'tag:created': msg`A tag was created`,
  'tag:updated': msg`A tag was changed`,
  'tag:deleted': msg`A tag was deleted`,
  'custom-property:created': msg`A property was created`,
  'custom-property:updated': msg`A property was changed`,
  'custom-property:deleted': msg`A property was deleted`,
  'document-view:created': msg`A shared view was created`,
  'document-view:updated': msg`A shared view was changed`,
  'document-view:deleted': msg`A shared view was deleted`,
  'agenda:due': msg`An agenda entry is due`,
  'reminder:created': msg`A reminder was created`,
  'reminder:updated': msg`A reminder was changed`,
  'reminder:deleted': msg`A reminder was deleted`,
  'member:added': msg`A person became a member`,
  'member:role-changed': msg`A member’s role changed`,
  'member:removed': msg`A member left or was removed`,
  'organization:updated': msg`The organization was renamed, or its settings were changed`,
  'organization:ownership-transferred': msg`Another member became the owner`,
  'organization:deleted': msg`The organization was deleted`,
  'organization:restored': msg`The organization was restored`,
};

const GROUP_NAMES = new Map<string, MessageDescriptor>([
  ['document', msg`Documents`],
  ['tag', msg`Tags`],
  ['custom-property', msg`Properties`],
  ['document-view', msg`Views`],
  ['agenda', msg`Agenda`],
  ['reminder', msg`Reminders`],
  ['member', msg`Members`],
  ['organization', msg`Organization`],
]);

export interface EventGroup {
  id: string;
  name: MessageDescriptor;
  events: WebhookEvent[];
}

/** All events by what they are about, in the order of the texts above. */
export const EVENT_GROUPS: readonly EventGroup[] = [...GROUP_NAMES].map(([id, name]) => ({
  id,
  name,
  events: (Object.keys(EVENT_TEXTS) as WebhookEvent[]).filter((event) => event.split(':')[0] === id),
}));

/** `webhook:ping` and events of later servers have no text. */
export const eventText = (event: string): MessageDescriptor | undefined =>
  Object.hasOwn(EVENT_TEXTS, event) ? EVENT_TEXTS[event as WebhookEvent] : undefined;
