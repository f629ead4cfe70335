/** A document in SQL: columns or bound values. */
interface DocumentColumns {
  documentId: string;
  organizationId: string;
}

/** The lock `l` has not ended. */
export const IS_LOCKED = `l.until > (now() at time zone 'UTC')::date`;

/** Whether the organization as a whole is held, for the statement of another table. */
const isOrganizationHeld = (organizationId: string): string =>
  `exists (select from legal_hold h where h.organization_id = ${organizationId} and h.document_id is null)`;

/**
 * Whether a document must not be removed, by a hold or by the lock of a rule, for the statement of another table. Each arm
 * reads one unique index.
 */
export const isDocumentHeld = ({ documentId, organizationId }: DocumentColumns): string =>
  `(exists (select from legal_hold h where h.document_id = ${documentId}) or ${isOrganizationHeld(organizationId)}
    or exists (select from retention_lock l where l.document_id = ${documentId} and ${IS_LOCKED}))`;

/** Whether the organization, or any document of it, is held or locked. */
export const hasHold = (organizationId: string): string =>
  `(exists (select from legal_hold h where h.organization_id = ${organizationId})
    or exists (select from retention_lock l where l.organization_id = ${organizationId} and ${IS_LOCKED}))`;

/** The lock that a document is under as an object in JSON, or null. */
export const lockOf = (documentId: string): string =>
  `(select jsonb_build_object('retentionRuleId', l.rule_id, 'retentionRuleName', l.rule_name,
       'until', to_char(l.until, 'YYYY-MM-DD'))
     from retention_lock l where l.document_id = ${documentId} and ${IS_LOCKED})`;

/** The holds that a document is under as a list in JSON, its own first. */
export const holdsOf = ({ documentId, organizationId }: DocumentColumns): string =>
  `coalesce((select jsonb_agg(jsonb_build_object('id', h.id,
       'scope', case when h.document_id is null then 'organization' else 'document' end,
       'setAt', to_char(h.set_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by h.document_id nulls last)
     from legal_hold h where h.document_id = ${documentId}
       or h.organization_id = ${organizationId} and h.document_id is null), '[]'::jsonb)`;
