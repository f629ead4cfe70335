// Written by `npm run reference` from the definitions of the events; edit the server instead.
import type { EventView } from './api.js';

/** What each event tells, by its name. */
export interface EventData {
  /** The day of an entry of the agenda has come, or it was put off until this day. `sourceDay` is the date of the document that the reminder counts from. */
  'agenda:due': {
    documentId: string;
    name: string;
    reminderId: string;
    reminderName: string;
    day: string;
    sourceDay: string;
  };

  /** A custom property was created. */
  'custom-property:created': { propertyId: string; name: string; key: string; type: string };

  /** A custom property was deleted, with its values on all documents. */
  'custom-property:deleted': { propertyId: string; name: string; key: string; type: string };

  /** The name, description, place or options of a custom property were changed, or it was hidden or shown again. Documents lose the values that were deleted options; there is no separate event for each of them. */
  'custom-property:updated': { propertyId: string; name: string; key: string; type: string };

  /** A saved view was created as a shared one, or a private one was shared. */
  'document-view:created': { documentViewId: string; name: string };

  /** A shared view was deleted, or made private. */
  'document-view:deleted': { documentViewId: string; name: string };

  /** A shared view was changed, or got another parent because its parent was deleted. */
  'document-view:updated': { documentViewId: string; name: string; updatedFields: string[] };

  /** The server has tried to extract the text of a document. */
  'document:content:extracted': { documentId: string; outcome: string };

  /** A file was added, or a file that was in the trash was uploaded again. */
  'document:created': {
    documentId: string;
    name: string;
    createdAt: string;
    updatedAt: string;
    fileRequestId?: string;
    fileRequestTitle?: string;
    splitFromId?: string;
    splitFromName?: string;
  };

  /** A document was moved to the trash. */
  'document:deleted': { documentId: string };

  /** The value of a custom property of a document was set, changed or removed. The value is as clients send it: ids for options, users and documents. The time of the last change of the document stays the same. */
  'document:property:changed': {
    documentId: string;
    propertyId: string;
    propertyName: string;
    type: string;
    value?: boolean | number | string | string[] | null;
    updatedFields: string[];
  };

  /** A document and its file were removed permanently. */
  'document:purged': {
    documentId: string;
    name?: string;
    sha256?: string;
    size?: number;
    earlierVersions?: number;
    retentionRuleId?: string;
    retentionRuleName?: string;
  };

  /** A document was taken out of the trash. */
  'document:restored': { documentId: string };

  /** A tagging rule that sends events matched a document for the first time. */
  'document:rule-matched': { documentId: string; taggingRuleId: string; taggingRuleName: string };

  /** A link was created with which people without an account can open a document. */
  'document:share-link:created': { documentId: string; shareLinkId: string };

  /** A share link was deleted. */
  'document:share-link:deleted': { documentId: string; shareLinkId: string };

  /** A share link was changed, enabled or disabled. */
  'document:share-link:updated': { documentId: string; shareLinkId: string; updatedFields: string[] };

  /** Documents were made of the pages of a document; each of them has been recorded as created before. */
  'document:split': { documentId: string; partIds: string[] };

  /** A document could not be split. No part of it has become a document. */
  'document:split:refused': { documentId: string; reason: string };

  /** A date, a name, a tag or an option of a property was suggested for a document, or a person has decided about such a suggestion. */
  'document:suggestions:changed': { documentId: string };

  /** A tag was added to a document. */
  'document:tag:added': { documentId: string; tagId: string; tagName: string };

  /** A tag was removed from a document. */
  'document:tag:removed': { documentId: string; tagId: string; tagName: string };

  /** A document was edited, or its text was extracted. */
  'document:updated': {
    documentId: string;
    updatedFields: string[];
    name?: string;
    documentDate?: string | null;
    notes?: string;
    isInInbox?: boolean;
  };

  /** A file request was created. */
  'file-request:created': { fileRequestId: string; title: string };

  /** A file request was deleted. The documents that came in stay. */
  'file-request:deleted': { fileRequestId: string; title: string };

  /** A visitor handed in a file through a file request. */
  'file-request:file:received': {
    fileRequestId: string;
    title: string;
    documentId: string;
    name: string;
    isDuplicate: boolean;
  };

  /** A file request was changed, turned off or turned on. */
  'file-request:updated': { fileRequestId: string; title: string; updatedFields: string[] };

  /** An address for intake by mail was created. */
  'intake-email:created': { intakeEmailId: string; emailAddress: string };

  /** An address for intake by mail was deleted. */
  'intake-email:deleted': { intakeEmailId: string; emailAddress: string };

  /** An address for intake by mail was enabled or disabled, or its allowed senders were changed. */
  'intake-email:updated': { intakeEmailId: string; emailAddress: string; updatedFields: string[] };

  /** A file or mail came in that could not be taken; it is on the list of failures. */
  'intake:failed': { failureId: string; source: string; reason: string; name?: string };

  /** A file or mail is no longer on the list of failures: it was taken, or a member removed it. */
  'intake:failure:removed': { failureId: string };

  /** An invitation was accepted; the user is a member now. */
  'invitation:accepted': { invitationId: string; role: 'admin' | 'member' | 'viewer' };

  /** An invitation was withdrawn. */
  'invitation:cancelled': { invitationId: string; role: 'admin' | 'member' | 'viewer' };

  /** An e-mail address was invited to the organization. */
  'invitation:created': { invitationId: string; role: 'admin' | 'member' | 'viewer' };

  /** An invitation was not answered in time. */
  'invitation:expired': { invitationId: string; role: 'admin' | 'member' | 'viewer' };

  /** An invitation was rejected by the person invited. */
  'invitation:rejected': { invitationId: string; role: 'admin' | 'member' | 'viewer' };

  /** An invitation that had ended was sent again. */
  'invitation:resent': { invitationId: string; role: 'admin' | 'member' | 'viewer' };

  /** A user became a member. */
  'member:added': { memberId: string; userId: string; role: 'admin' | 'member' | 'viewer' };

  /** A member left, or was removed. */
  'member:removed': { memberId: string; userId: string; role: 'admin' | 'member' | 'viewer' };

  /** A member got another role. */
  'member:role-changed': {
    memberId: string;
    userId: string;
    role: 'admin' | 'member' | 'viewer';
    previousRole: 'admin' | 'member' | 'viewer';
  };

  /** An organization was created. */
  'organization:created': { name: string };

  /** An organization was deleted; it can be restored until it is purged. */
  'organization:deleted': { userId: string | null };

  /** Another member became the owner; the previous owner became an admin. */
  'organization:ownership-transferred': { memberId: string; userId: string; previousOwnerId: string };

  /** A deleted organization was restored. */
  'organization:restored': { userId: string };

  /** An organization was renamed, or its settings were changed. */
  'organization:updated': { updatedFields: string[] };

  /** A reminder was created. */
  'reminder:created': { reminderId: string; name: string };

  /** A reminder was deleted, with all its entries. */
  'reminder:deleted': { reminderId: string; name: string };

  /** A reminder was changed. */
  'reminder:updated': { reminderId: string; name: string };

  /** A retention rule was created. */
  'retention-rule:created': {
    retentionRuleId: string;
    name: string;
    query: string;
    dateSource: 'createdAt' | 'documentDate' | 'property';
    propertyId: string | null;
    keepAmount: number;
    keepUnit: 'months' | 'years';
    action: 'review' | 'trash' | 'purge';
    isEnabled: boolean;
    isLocking: boolean;
  };

  /** A retention rule was deleted. */
  'retention-rule:deleted': {
    retentionRuleId: string;
    name: string;
    query: string;
    dateSource: 'createdAt' | 'documentDate' | 'property';
    propertyId: string | null;
    keepAmount: number;
    keepUnit: 'months' | 'years';
    action: 'review' | 'trash' | 'purge';
    isEnabled: boolean;
    isLocking: boolean;
  };

  /** A retention rule was changed. */
  'retention-rule:updated': {
    retentionRuleId: string;
    name: string;
    query: string;
    dateSource: 'createdAt' | 'documentDate' | 'property';
    propertyId: string | null;
    keepAmount: number;
    keepUnit: 'months' | 'years';
    action: 'review' | 'trash' | 'purge';
    isEnabled: boolean;
    isLocking: boolean;
  };

  /** A tag was created. */
  'tag:created': { tagId: string; name: string };

  /** A tag was deleted and removed from every document. */
  'tag:deleted': { tagId: string; name: string };

  /** The name, colour, description or place of a tag was changed. */
  'tag:updated': { tagId: string; name: string };

  /** A webhook was created. */
  'webhook:created': { webhookId: string; name: string };

  /** A webhook was deleted. */
  'webhook:deleted': { webhookId: string; name: string };

  /** The server has disabled a webhook whose deliveries have failed for a long time. */
  'webhook:disabled': { webhookId: string; name: string; failingSince: string };

  /** A webhook was changed. */
  'webhook:updated': { webhookId: string; updatedFields: string[] };
}

export type EventName = keyof EventData;

/** An event of an organization: a check of `type` narrows `data`. A later server may send more types than these. */
export type ArchivoltEvent = {
  [Name in EventName]: Omit<EventView, 'data' | 'type'> & { type: Name; data: EventData[Name] };
}[EventName];
