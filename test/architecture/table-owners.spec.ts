import { describe, expect, it } from '@jest/globals';
import { accessesIn, folderOf, migratedTables, sourceFiles, tableOwners, type TableAccess } from './table-accesses.js';

interface AllowedReader {
  /** A file, or a folder that ends with a slash. */
  reader: string;
  tables: readonly string[];
  reason: string;
}

/** The only code that uses tables of another room. All other code calls the entry point of the owner. */
const ALLOWED: readonly AllowedReader[] = [
  {
    reader: 'plugins/search-postgres/',
    tables: ['document'],
    reason: 'It sorts by the columns of documents in the statement that finds words.',
  },
  {
    reader: 'plugins/_search-sql/src/',
    tables: ['document_tag', 'document_custom_property', 'document_page'],
    reason: 'Search plugins filter and count by tags, properties and pages in their own statements.',
  },
  {
    reader: 'plugins/search-segments/',
    tables: ['document', 'document_custom_property', 'document_tag', 'organization_log', 'event'],
    reason:
      'Tags, dates, types and properties are asked for where they are, results are sorted by columns of documents, and what is remembered of both is brought up to date with the log of the organization, in the statement that reads the state of the index. After a start, the most used tags are read.',
  },
  {
    reader: 'libs/ground/history/src/',
    tables: ['document', 'organization', 'tag', 'user'],
    reason:
      'History is below the rooms that own them: it compares the counters with the documents, shows the names of users and tags, and locks the organization in the statement that moves its log forward.',
  },
  {
    reader: 'libs/ground/audit/src/audit-query.repository.ts',
    tables: ['user'],
    reason: 'Entries show the names that users have now; audit is below auth.',
  },
  {
    reader: 'libs/people/auth/src/api-key.repository.ts',
    tables: ['organization', 'organization_member'],
    reason: 'A key is bound to organizations of its user; auth is below organizations.',
  },
  {
    reader: 'libs/people/organizations/src/organization.repository.ts',
    tables: ['document'],
    reason: 'The deletion of an organization must fail while it has documents, in the same statement.',
  },
  {
    reader: 'libs/archive/tags/src/',
    tables: ['document', 'document_tag', 'organization'],
    reason:
      'Tags are counted and shown with their documents, except for organizations whose purge is due; tags is below documents.',
  },
  {
    reader: 'libs/archive/properties/src/',
    tables: ['document', 'document_custom_property', 'organization_member', 'user'],
    reason: 'Documents show, and searches name, what their values refer to; custom properties are below documents.',
  },
  {
    reader: 'libs/automation/tagging-rules/src/',
    tables: ['custom_property', 'document', 'document_custom_property', 'document_tag', 'organization', 'tag'],
    reason:
      'A rule is read with its tags and the types of its properties, and selects documents by a condition in SQL that is generated from it.',
  },
  {
    reader: 'libs/archive/documents/src/',
    tables: [
      'stored_file',
      'damaged_file',
      'organization',
      'organization_settings',
      'user',
      'tag',
      'document_tag',
      'document_activity',
      'custom_property',
      'document_custom_property',
    ],
    reason:
      'Documents are written and read together with their files, unless their organization is deleted, and begin in its inbox if it has one; their deletion locks what refers to them.',
  },
  {
    reader: 'libs/automation/auto-tagging/src/document-suggestion.repository.ts',
    tables: ['document'],
    reason: 'A suggestion belongs to the organization of its document, and is shown where it would change something.',
  },
  {
    reader: 'libs/automation/auto-tagging/src/property-suggestion.repository.ts',
    tables: ['custom_property', 'custom_property_option', 'document', 'document_custom_property'],
    reason: 'A value is suggested and shown only for a property of which the document has none, in the same statement.',
  },
  {
    reader: 'libs/outside/agenda/src/agenda.repository.ts',
    tables: ['custom_property', 'document', 'document_custom_property', 'organization', 'user'],
    reason:
      'Entries are computed from the dates of documents and properties in one statement, in the order of their days, and shown with who has done them.',
  },
  {
    reader: 'libs/people/holds/src/retention-lock.repository.ts',
    tables: ['document'],
    reason: 'Only documents that exist are locked, in the statement that locks many; holds are below documents.',
  },
  {
    reader: 'libs/archive/retention/src/',
    tables: ['custom_property', 'document', 'document_custom_property', 'organization', 'search_change'],
    reason:
      'Whether documents are due is computed from the dates of documents and properties in one statement, under locks that also keep what a search engine knows.',
  },
  {
    reader: 'libs/outside/agenda/src/agenda-feed.repository.ts',
    tables: ['organization', 'organization_member', 'user'],
    reason: 'One statement decides about a request of a calendar by the state of member and organization.',
  },
  {
    reader: 'libs/automation/learned-filing/src/',
    tables: [
      'custom_property',
      'custom_property_option',
      'document',
      'document_activity',
      'document_custom_property',
      'document_tag',
      'event',
      'organization',
      'organization_log',
      'tag',
    ],
    reason:
      'It learns from the beginnings of texts together with what people have given to the documents, in one statement for many; a label is a tag or an option.',
  },
  {
    reader: 'libs/capabilities/search/src/',
    tables: ['document', 'document_tag', 'document_custom_property', 'document_page'],
    reason: 'Documents are read as they are now for the index, and locked while they are; search is below documents.',
  },
  {
    reader: 'libs/outside/links/src/share-links/share-link-access.repository.ts',
    tables: ['organization', 'document'],
    reason: 'One statement decides about a visit by the state of link, organization and document.',
  },
  {
    reader: 'libs/capabilities/storage/src/',
    tables: ['document', 'document_version', 'organization'],
    reason: 'Compares files with the size and hash of their documents, and names these; storage is below documents.',
  },
  {
    reader: 'libs/operation/bundles/src/organization-snapshot.repository.ts',
    tables: [
      'agenda_feed',
      'agenda_mark',
      'api_key',
      'api_key_organization',
      'archive_number',
      'code_settings',
      'custom_property',
      'custom_property_option',
      'document',
      'document_activity',
      'document_custom_property',
      'document_password',
      'document_tag',
      'document_version',
      'document_view',
      'file_request',
      'intake_email',
      'intake_failure',
      'invoice_details_setting',
      'legal_hold',
      'organization',
      'organization_invitation',
      'organization_member',
      'organization_password',
      'organization_settings',
      'reminder',
      'retention_rule',
      'share_link',
      'stored_file',
      'tag',
      'tagging_rule',
      'tagging_rule_action',
      'tagging_rule_condition',
      'user',
      'webhook',
    ],
    reason:
      'An export is one state of everything an organization has: one snapshot on a connection of its own, which the repositories of the rooms do not read, with private views of all users and whole histories, which they do not show.',
  },
];

const owners = tableOwners();
const isForeign = ({ file, table }: TableAccess) => owners.get(table) !== folderOf(file);
const isAllowed = ({ file, table }: TableAccess, { reader, tables }: AllowedReader) =>
  tables.includes(table) && (reader.endsWith('/') ? file.startsWith(reader) : file === reader);

/** Accesses to tables of another library that the list does not allow, and to tables that do not exist. */
function violations(accesses: readonly TableAccess[]): string[] {
  return accesses
    .filter((access) => isForeign(access) && !ALLOWED.some((allowed) => isAllowed(access, allowed)))
    .map(({ file, line, table }) => `${file}:${line} ${table} (${owners.get(table) ?? 'no such table'})`);
}

describe('the owners of tables', () => {
  const accesses = sourceFiles().flatMap((file) => accessesIn(file));

  it('every table that a migration creates has an owner', () => {
    expect(migratedTables().filter((table) => !owners.has(table))).toEqual([]);
  });

  it('only the owners use their tables, apart from the allowed readers', () => {
    expect(violations(accesses)).toEqual([]);
  });

  it('every allowed reader uses its table', () => {
    const unused = ALLOWED.flatMap((allowed) =>
      allowed.tables
        .filter(
          (table) =>
            !accesses.some((access) => access.table === table && isForeign(access) && isAllowed(access, allowed)),
        )
        .map((table) => `${allowed.reader} ${table}`),
    );
    expect(unused).toEqual([]);
  });

  it.each([
    ['sql.query(`select id from auth_session where id = $1`)', 'auth_session'],
    ['sql.query(`select 1 from tag t join auth_session s on s.id = t.id`)', 'auth_session'],
    [`sql.query('insert into "user" (id) values ($1)')`, 'user'],
    ['sql.query(`update auth_account as a set password = ${value}`)', 'auth_account'],
    ['sql.query(`with gone as (delete from auth_session returning id) select id from gone`)', 'auth_session'],
    ['const PART = `from auth_session s where ${condition}`', 'auth_session'],
    [`db.selectFrom('auth_session as s').select('s.id')`, 'auth_session'],
    [`db.selectFrom('tag').innerJoin('auth_session', 'auth_session.id', 'tag.id')`, 'auth_session'],
    [`db.deleteFrom('user')`, 'user'],
    ['sql.query(`select id from task`)', 'task'], // of a room on the same floor
    ['sql.query(`select id from no_such_table`)', 'no_such_table'],
  ])('the check of owners finds a table of another room: %s', (source, table) => {
    const owner = owners.get(table) ?? 'no such table';
    expect(violations(accessesIn('libs/archive/tags/src/planted.ts', source))).toEqual([
      `libs/archive/tags/src/planted.ts:1 ${table} (${owner})`,
    ]);
  });

  it.each([
    '// select id from auth_session',
    `throw new Error('The session is removed from auth_session.')`,
    'sql.query(`select extract(epoch from now()), x from unnest($1::text[]) as given(x) for update of given`)',
    'sql.query(`with gone as (select id from tag), other as (select 1) select from gone join other on true`)',
    'sql.query(`insert into tag (id) values ($1) on conflict (id) do update set name = excluded.name`)',
    'sql.query(`select count(*) from ${SCHEMA}.job`)',
    `db.with('gone', (of) => of.deleteFrom('tag').returning('id')).selectFrom('gone').select('id')`,
    `Array.from('user')`,
  ])('the check of owners gives no false alarm for %s', (source) => {
    expect(violations(accessesIn('libs/archive/tags/src/planted.ts', source))).toEqual([]);
  });
});
