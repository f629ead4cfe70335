import type pg from 'pg';
import type { PropertyValue } from '#operation/imports';

const ROWS_AT_A_TIME = 500;
const DOCUMENTS_AT_A_TIME = 100;
/** Texts that are read together, so that some long ones do not fill the memory. */
const TEXT_BYTES_AT_A_TIME = 8 * 1024 ** 2;

/** ISO 8601 in UTC; null stays null. */
const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export interface OrganizationRow {
  ref: string;
  name: string;
  ai: Record<string, unknown>;
  documents: Record<string, unknown>;
  invoiceDetails: Record<string, unknown> | null;
  documentCodes: Record<string, unknown> | null;
}

export interface MemberRow {
  email: string;
  name: string;
  role: 'admin' | 'member' | 'owner' | 'viewer';
}

export interface TagRow {
  ref: string;
  name: string;
  color: string;
  description: string | null;
  parentRef: string | null;
}

export interface PropertyRow {
  ref: string;
  name: string;
  description: string | null;
  type: string;
  role: string | null;
  hidden: boolean;
  options: { ref: string; name: string }[];
}

export interface VersionRow {
  version: number;
  storageKey: string;
  size: number;
  sha256: string;
  mimeType: string;
  createdAt: string;
  createdBy: string | null;
  change: 'pages' | 'restore' | 'upload';
  restoredVersion: number | null;
}

export interface DocumentRow {
  ref: string;
  name: string;
  originalName: string;
  mimeType: string;
  size: number;
  sha256: string;
  storageKey: string;
  /** The plugin of each file, by its key. */
  drivers: Record<string, string>;
  /** The current file is the last one; empty for a document that never had another one. */
  versions: VersionRow[];
  createdAt: string;
  createdBy: string | null;
  updatedAt: string;
  source: string;
  documentDate: string | null;
  archiveNumber: number | null;
  notes: string | null;
  isInInbox: boolean;
  deletedAt: string | null;
  deletedBy: string | null;
  tagRefs: string[];
  /** In the order of properties and values, without relations to documents. */
  values: { ref: string; value: PropertyValue }[];
  contentBytes: number;
  /** Its text, also an empty one, is the result of reading. */
  isRead: boolean;
  ocrLanguages: string[];
  history: { at: string; event: string; by: string | null; data: Record<string, unknown> | null }[];
  content: string;
}

export interface ViewRow {
  ref: string;
  name: string;
  query: string;
  description: string | null;
  parentRef: string | null;
  isPinned: boolean;
  sortField: string | null;
  sortOrder: string | null;
  columns: string[] | null;
  layout: string | null;
  privateTo: string | null;
}

export interface RuleRow {
  ref: string;
  name: string;
  description: string | null;
  enabled: boolean;
  conditionMatchMode: 'all' | 'any';
  conditions: { field: string; operator: string; value: string; propertyRef: string | null }[];
  tagRefs: string[];
  changes: Record<string, unknown>[];
  followUps: Record<string, unknown>[];
}

export interface ReminderRow {
  ref: string;
  name: string;
  query: string;
  dateSource: string;
  propertyRef: string | null;
  offsetAmount: number;
  offsetUnit: 'days' | 'months';
  isEnabled: boolean;
  sendsMail: boolean;
}

/** Everything an organization has at one moment, read by cursors while the archive is in use. No secret is selected. */
export class OrganizationSnapshot {
  #cursors = 0;

  private constructor(
    private readonly client: pg.Client,
    private readonly organizationId: string,
  ) {}

  /** The state is that of this moment. The caller ends the connection, and with it the transaction. */
  static async take(client: pg.Client, organizationId: string): Promise<OrganizationSnapshot> {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local timezone = 'UTC'`);
    await client.query('select now()');
    return new OrganizationSnapshot(client, organizationId);
  }

  /** Settings that the organization has not set itself are missing. */
  async organization(): Promise<OrganizationRow | undefined> {
    const [row] = await this.#all<OrganizationRow>(
      `select o.id as ref, o.name,
         jsonb_strip_nulls(jsonb_build_object('isEnabled', s.auto_tagging_is_enabled,
           'canCreateNewTags', s.auto_tagging_can_create_new_tags, 'maxTags', s.auto_tagging_max_tags,
           'canSuggestDetails', s.auto_tagging_can_suggest_details,
           'canSuggestProperties', s.auto_tagging_can_suggest_properties)) as ai,
         jsonb_strip_nulls(jsonb_build_object('dateDetection', s.date_detection, 'isInboxEnabled', s.is_inbox_enabled,
           'learnedFiling', s.learned_filing)) as documents,
         (select jsonb_build_object('isEnabled', i.is_enabled) from invoice_details_setting i
          where i.organization_id = o.id) as "invoiceDetails",
         (select jsonb_strip_nulls(jsonb_build_object('isEnabled', c.is_enabled,
            'archiveNumberPrefix', c.archive_number_prefix, 'tagPrefix', c.tag_prefix,
            'canCreateTags', c.can_create_tags, 'canSplit', c.can_split, 'separators', c.separators,
            'keepsSeparators', c.keeps_separators, 'splitsAtArchiveNumbers', c.splits_at_archive_numbers,
            'keepsSplitDocuments', c.keeps_split_documents)) from code_settings c
          where c.organization_id = o.id) as "documentCodes"
       from organization o left join organization_settings s on s.organization_id = o.id where o.id = $1`,
    );
    return row;
  }

  members(): AsyncIterable<MemberRow> {
    return this.#rows(
      `select u.email, u.name, m.role from organization_member m join "user" u on u.id = m.user_id
       where m.organization_id = $1 order by m.created_at, m.id`,
    );
  }

  tags(): AsyncIterable<TagRow> {
    return this.#rows(
      `with recursive nested as (
         select id, 0 as level from tag where organization_id = $1 and parent_id is null
         union all select t.id, n.level + 1 from tag t join nested n on n.id = t.parent_id
       )
       select t.id as ref, t.name, t.color, t.description, t.parent_id as "parentRef"
       from tag t join nested n on n.id = t.id order by n.level, t.created_at, t.id`,
    );
  }

  properties(): AsyncIterable<PropertyRow> {
    return this.#rows(
      `select p.id as ref, p.name, p.description, p.type, p.role, p.hidden,
         coalesce((select jsonb_agg(jsonb_build_object('ref', o.id, 'name', o.name) order by o.display_order, o.id)
           from custom_property_option o where o.property_id = p.id), '[]') as options
       from custom_property p where p.organization_id = $1 order by p.display_order, p.id`,
    );
  }

  /** Those in the trash too, the oldest first. */
  async *documents(): AsyncIterable<DocumentRow[]> {
    const ids = this.#batches<{ id: string }>(
      'select id from document where organization_id = $1 order by created_at, id',
      DOCUMENTS_AT_A_TIME,
    );
    for await (const batch of ids) {
      const rows = await this.#documentsWithoutTexts(batch.map(({ id }) => id));
      for (const part of partsOf(rows)) yield await this.#withTexts(part);
    }
  }

  #documentsWithoutTexts(ids: readonly string[]): Promise<Omit<DocumentRow, 'content'>[]> {
    return this.#all(
      `select d.id as ref, d.name, d.original_name as "originalName", d.mime_type as "mimeType",
         d.original_size::float8 as size, d.original_sha256_hash as sha256, d.original_storage_key as "storageKey",
         (select jsonb_object_agg(f.storage_key, f.driver) from stored_file f
          where f.storage_key = d.original_storage_key or f.storage_key in (
            select v.storage_key from document_version v where v.document_id = d.id)) as drivers,
         coalesce((select jsonb_agg(jsonb_build_object('version', v.number, 'storageKey', v.storage_key, 'size', v.size,
             'sha256', v.sha256, 'mimeType', v.mime_type, 'createdAt', ${iso('v.created_at')}, 'createdBy', u.email,
             'change', v.change, 'restoredVersion', v.restored_number) order by v.number)
           from document_version v left join "user" u on u.id = v.created_by where v.document_id = d.id), '[]') as versions,
         ${iso('d.created_at')} as "createdAt", c.email as "createdBy", ${iso('d.updated_at')} as "updatedAt", d.source,
         ${iso('d.document_date')} as "documentDate", n.number as "archiveNumber", d.notes,
         d.is_in_inbox as "isInInbox", ${iso('d.deleted_at')} as "deletedAt", t.email as "deletedBy",
         array(select g.tag_id from document_tag g where g.document_id = d.id order by g.tag_id) as "tagRefs",
         coalesce((select jsonb_agg(jsonb_build_object('ref', v.property_id, 'value', coalesce(to_jsonb(v.text_value),
             to_jsonb(v.number_value), to_jsonb(${iso('v.date_value')}), to_jsonb(v.boolean_value),
             to_jsonb(v.option_id), to_jsonb(u.email))) order by p.display_order, p.id, v.position)
           from document_custom_property v join custom_property p on p.id = v.property_id
           left join "user" u on u.id = v.user_id
           where v.document_id = d.id and p.type <> 'document_relation'), '[]') as values,
         octet_length(d.content) as "contentBytes",
         d.extraction_status = 'completed' and d.extraction_outcome in ('text', 'empty') as "isRead",
         d.ocr_languages as "ocrLanguages",
         coalesce((select jsonb_agg(jsonb_build_object('at', ${iso('a.created_at')}, 'event', a.event, 'by', u.email,
             'data', case when a.tag_id is null then a.event_data else
               coalesce(a.event_data, '{}') || jsonb_build_object('tagRef', a.tag_id) end) order by a.created_at, a.id)
           from document_activity a left join "user" u on u.id = a.user_id where a.document_id = d.id), '[]') as history
       from document d left join "user" c on c.id = d.created_by left join "user" t on t.id = d.deleted_by
       left join archive_number n on n.document_id = d.id
       where d.organization_id = $1 and d.id = any($2::text[]) order by d.created_at, d.id`,
      [ids],
    );
  }

  async #withTexts(rows: readonly Omit<DocumentRow, 'content'>[]): Promise<DocumentRow[]> {
    const texts = await this.#all<{ id: string; content: string }>(
      'select id, content from document where organization_id = $1 and id = any($2::text[])',
      [rows.filter(({ contentBytes }) => contentBytes > 0).map(({ ref }) => ref)],
    );
    const contents = new Map(texts.map(({ id, content }) => [id, content]));
    return rows.map((row) => ({ ...row, content: contents.get(row.ref) ?? '' }));
  }

  documentLinks(): AsyncIterable<{ ref: string; propertyRef: string; documentRefs: string[] }> {
    return this.#rows(
      `select d.id as ref, p.id as "propertyRef",
         array_agg(v.related_document_id order by v.position) as "documentRefs"
       from document d join document_custom_property v on v.document_id = d.id
       join custom_property p on p.id = v.property_id
       where d.organization_id = $1 and v.related_document_id is not null
       group by d.id, d.created_at, p.id, p.display_order order by d.created_at, d.id, p.display_order, p.id`,
    );
  }

  /** Private ones of every user too; each after the one above it. */
  views(): AsyncIterable<ViewRow> {
    return this.#rows(
      `with recursive tree as (
         select v.id, 1 as depth from document_view v where v.organization_id = $1 and v.parent_id is null
         union all
         select v.id, depth + 1 from document_view v join tree on v.parent_id = tree.id)
       select v.id as ref, v.name, v.query, v.description, v.parent_id as "parentRef", v.is_pinned as "isPinned",
         v.sort_field as "sortField", v.sort_order as "sortOrder", v.columns, v.layout, u.email as "privateTo"
       from tree join document_view v on v.id = tree.id left join "user" u on u.id = v.private_to
       order by tree.depth, v.parent_id nulls first, v.position, v.id`,
    );
  }

  rules(): AsyncIterable<RuleRow> {
    return this.#rows(
      `select r.id as ref, r.name, r.description, r.enabled, r.condition_match_mode as "conditionMatchMode",
         coalesce((select jsonb_agg(jsonb_build_object('field', c.field, 'operator', c.operator, 'value', c.value,
             'propertyRef', c.property_definition_id) order by c.position, c.id)
           from tagging_rule_condition c where c.tagging_rule_id = r.id), '[]') as conditions,
         array(select a.tag_id from tagging_rule_action a where a.tagging_rule_id = r.id
               order by a.position, a.id) as "tagRefs",
         r.changes, r.follow_ups as "followUps"
       from tagging_rule r where r.organization_id = $1 order by r.created_at, r.id`,
    );
  }

  /** The e-mail addresses of these users who are members; others are left out. */
  async emailsOf(userIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#all<{ id: string; email: string }>(
      `select u.id, u.email from organization_member m join "user" u on u.id = m.user_id
       where m.organization_id = $1 and u.id = any($2::text[])`,
      [userIds],
    );
    return new Map(rows.map(({ id, email }) => [id, email]));
  }

  reminders(): AsyncIterable<ReminderRow> {
    return this.#rows(
      `select id as ref, name, query, date_source as "dateSource", property_id as "propertyRef",
         offset_amount as "offsetAmount", offset_unit as "offsetUnit", is_enabled as "isEnabled",
         sends_mail as "sendsMail"
       from reminder where organization_id = $1 order by created_at, id`,
    );
  }

  /** What a bundle does not carry, by its kind: names only. */
  notCarried(): AsyncIterable<{ what: string; name: string }> {
    return this.#rows(
      `select what, name from (
         select 'API key' as what, k.name, k.id from api_key_organization o join api_key k on k.id = o.api_key_id
         where o.organization_id = $1
         union all
         select 'webhook', name, id from webhook where organization_id = $1
         union all
         select 'share link', d.name, l.id from share_link l join document d on d.id = l.document_id
         where l.organization_id = $1
         union all
         select 'file request', title, id from file_request where organization_id = $1
         union all
         select 'intake address', email_address, id from intake_email where organization_id = $1
         union all
         select 'file of an intake', coalesce(file_name, subject, 'without a name'), id from intake_failure
         where organization_id = $1
         union all
         select 'calendar address', u.email, u.id from agenda_feed f join "user" u on u.id = f.user_id
         where f.organization_id = $1
         union all
         select 'invitation', email, id from organization_invitation where organization_id = $1 and status = 'pending'
         union all
         select 'password for files', name, id from organization_password where organization_id = $1
         union all
         select 'password of a document', d.name, d.id from document_password p join document d on d.id = p.document_id
         where p.organization_id = $1
         union all
         select 'legal hold', coalesce(d.name, 'of the organization'), h.id
         from legal_hold h left join document d on d.id = h.document_id where h.organization_id = $1
         union all
         select 'retention rule', name, id from retention_rule where organization_id = $1
         union all
         select 'marks of a reminder', r.name, r.id from reminder r where r.organization_id = $1
           and exists (select from agenda_mark m where m.reminder_id = r.id)
       ) as left_out order by what collate "C", id`,
    );
  }

  async *#rows<Row extends object>(query: string): AsyncIterable<Row> {
    for await (const batch of this.#batches<Row>(query, ROWS_AT_A_TIME)) yield* batch;
  }

  async *#batches<Row extends object>(query: string, size: number): AsyncIterable<Row[]> {
    const cursor = `exported_${(this.#cursors += 1)}`;
    await this.client.query(`declare ${cursor} no scroll cursor for ${query}`, [this.organizationId]);
    for (;;) {
      const { rows } = await this.client.query<Row>(`fetch ${size} from ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < size) break;
    }
    await this.client.query(`close ${cursor}`);
  }

  async #all<Row extends object>(query: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(query, [this.organizationId, ...values])).rows;
  }
}

/** Parts whose texts are read together. */
function* partsOf<Row extends { contentBytes: number }>(rows: readonly Row[]): Iterable<Row[]> {
  let part: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (part.length > 0 && bytes + row.contentBytes > TEXT_BYTES_AT_A_TIME) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(row);
    bytes += row.contentBytes;
  }
  if (part.length > 0) yield part;
}
