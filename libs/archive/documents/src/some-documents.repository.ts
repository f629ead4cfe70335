import { sql, type Kysely } from 'kysely';
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

/** Whether the document of a row in another table belongs to the organization. `id` is the column that refers to it. */
export function isDocumentOf({ organizationId }: OrganizationScope, id: string) {
  return sql<boolean>`exists (select from document
    where document.id = ${sql.ref(id)} and document.organization_id = ${organizationId})`;
}

/** The select that locks a document for a change of what refers to it, for a statement that also makes that change. */
export function keptDocument(of: { organizationId: string; documentId: string }): string {
  return `select id from document
    where organization_id = ${of.organizationId} and id = ${of.documentId} for no key update`;
}
