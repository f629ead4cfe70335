import type { ArchivoltEvent } from '../../lib/api';

/**
 * The query keys that a change makes stale. Lists of documents are not among them: `features/documents` decides which
 * rows may change while a person reads.
 */
export function staleKeys(organizationId: string, event: ArchivoltEvent): (readonly unknown[])[] {
  const { type: name } = event;
  const documentId = 'documentId' in event.data ? event.data.documentId : undefined;
  const keys: (readonly unknown[])[] = [['activity', organizationId]];
  if (documentId !== undefined) keys.push(['documents', organizationId, 'one', documentId]);
  if (name === 'document:deleted' || name === 'document:restored' || name === 'document:purged')
    keys.push(['trash', organizationId]);
  if (SHOWN_WITH_LINKS.has(name)) keys.push(['share-links', organizationId]);
  const [part = ''] = name.split(':');
  const resource = RESOURCES.get(part);
  if (resource !== undefined) keys.push([resource, organizationId]);
  if (part === 'organization') keys.push(['organizations'], ['members', organizationId], ['settings', organizationId]);
  return keys;
}

/** What the list of share links shows of documents: the name, and whether visitors may see it. */
const SHOWN_WITH_LINKS: ReadonlySet<string> = new Set([
  'document:share-link:created',
  'document:share-link:updated',
  'document:share-link:deleted',
  'document:updated',
  'document:deleted',
  'document:restored',
  'document:purged',
]);

const RESOURCES = new Map([
  ['tag', 'tags'],
  ['custom-property', 'properties'],
  ['document-view', 'views'],
  ['tagging-rule', 'rules'],
  ['member', 'members'],
  ['invitation', 'invitations'],
  ['reminder', 'agenda'],
  ['agenda', 'agenda'],
  ['webhook', 'webhooks'],
  ['file-request', 'file-requests'],
  ['intake', 'intake'],
  ['intake-email', 'intake'],
]);
