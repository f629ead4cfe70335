import type { Kysely } from 'kysely';
import { anyOf, kyselyOf } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { DocumentTables } from './document.entity.js';

export type { DocumentTables };

interface Source {
  readonly db: Kysely<unknown>;
}

/** The SHA-256 of the content of a document in hexadecimal digits. */
export const CONTENT_HASH = `encode(sha256(convert_to(document.content, 'UTF8')), 'hex')`;

/** Begins a select of one document of an organization. */
export function oneDocument(source: Source, { organizationId }: OrganizationScope, documentId: string) {
  return kyselyOf<DocumentTables>(source)
    .selectFrom('document')
    .where('organization_id', '=', organizationId)
    .where('id', '=', documentId);
}

/** Begins a select of those of these documents that the organization has. */
export function someDocuments(source: Source, { organizationId }: OrganizationScope, documentIds: readonly string[]) {
  return kyselyOf<DocumentTables>(source)
    .selectFrom('document')
    .where('organization_id', '=', organizationId)
    .where('id', '=', anyOf(documentIds));
}

/** Begins a change of one document of an organization. */
export function changeDocument(source: Source, { organizationId }: OrganizationScope, documentId: string) {
  return kyselyOf<DocumentTables>(source)
    .updateTable('document')
    .where('organization_id', '=', organizationId)
    .where('id', '=', documentId);
}
