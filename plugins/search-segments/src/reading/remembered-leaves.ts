import { isStorable, type DocumentLeaf } from '@archivolt/search-sql';
import type { IndexPart } from './index-part.js';
import type { OrganizationLog } from './organization-log.js';
import { readSatisfying, readSequences } from './read-sequences.js';
import type { Reading } from './reading.js';
import { RememberedDocuments } from './remembered-documents.js';

/**
 * The documents that satisfy a condition on tags, dates, properties or types. They are read once, and then again for the
 * documents that the log of the organization names since. A search of an older state than what is remembered reads all.
 */
export async function rememberedLeaf(
  leaf: DocumentLeaf,
  { parts, log }: { parts: readonly IndexPart[]; log: OrganizationLog },
  reading: Reading,
): Promise<RememberedDocuments> {
  const key = `${reading.organizationId} ${JSON.stringify(leaf)}`;
  const known = reading.caches.documents.get(key);
  const current = known && (await brought(known, leaf, { parts, log }, reading));
  const read = current ?? RememberedDocuments.of(await readSequences(leaf, reading), log.end);
  const documents = await read.within(parts, () => reading.pacer.step());
  const isOlder = known !== undefined && known.end.position > log.end.position;
  if (documents !== known && !isOlder && (current !== undefined || (await canBeRemembered(leaf, reading)))) {
    reading.caches.documents.set(key, documents, documents.bytes + 2 * key.length);
  }
  return documents;
}

/** What is remembered, at the end of the log of this search; `undefined` when all must be read again. */
async function brought(
  known: RememberedDocuments,
  leaf: DocumentLeaf,
  { parts, log }: { parts: readonly IndexPart[]; log: OrganizationLog },
  reading: Reading,
): Promise<RememberedDocuments | undefined> {
  if (log.isAt(known.end)) return known;
  const changes = await log.changesSince(known.end);
  if (changes === undefined) return undefined;
  if (concerningMany(leaf).some((name) => changes.names.has(name))) return undefined;
  const { sequences } = changes;
  const satisfying = sequences.length === 0 ? sequences : await readSatisfying(leaf, sequences, reading);
  return known.after(sequences, satisfying, { parts, end: log.end, pause: () => reading.pacer.step() });
}

/** Events after which documents that they do not name may satisfy the condition no longer. */
function concerningMany(leaf: DocumentLeaf): readonly string[] {
  switch (leaf.kind) {
    case 'tag':
      return ['tag:deleted'];
    case 'has':
      return leaf.what === 'tags' ? ['tag:deleted'] : [];
    case 'property':
    case 'hasProperty':
      // A purged document is gone from the values that named it.
      return ['custom-property:updated', 'custom-property:deleted', 'document:purged'];
    default:
      return [];
  }
}

/** Users go away with the account, as values and as owners, in organizations that it has left and without an event there. */
async function canBeRemembered(leaf: DocumentLeaf, { session }: Reading): Promise<boolean> {
  if (leaf.kind === 'owner') return false;
  if (leaf.kind === 'property') return leaf.condition.type !== 'user';
  if (leaf.kind !== 'hasProperty') return true;
  if (!isStorable(leaf.propertyId)) return false;
  const [value] = await session.query<{ isUser: boolean }>(
    'select user_id is not null as "isUser" from document_custom_property where property_id = $1 limit 1',
    [leaf.propertyId],
  );
  return value?.isUser === false;
}
