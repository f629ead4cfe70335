import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface ManifestEntry {
  model: string;
  pk: number | string;
  fields: Record<string, unknown>;
  __exported_file_name__?: string;
  __exported_archive_name__?: string;
  __exported_thumbnail_name__?: string;
}

const DATA_TYPES = [
  ...(['string', 'url', 'date', 'boolean', 'integer', 'float'] as const),
  ...(['monetary', 'documentlink', 'select', 'longtext'] as const),
];

const entry = (model: string, pk: number, fields: Record<string, unknown>): ManifestEntry => ({ model, pk, fields });

/** Entries as `document_exporter` writes them: every kind of object, and as many documents as wanted. */
export function exportedEntries(documents: number): ManifestEntry[] {
  const numbers = Array.from({ length: documents }, (_, index) => index + 1);
  return [
    ...shared(),
    ...numbers.map(document),
    ...numbers.filter((pk) => pk % 3 === 0).flatMap(notes),
    ...numbers.flatMap((pk) => values(pk, documents)),
  ];
}

/** Writes an export: one manifest, or one for each document too. */
export function writeExport(folder: string, entries: readonly ManifestEntry[], isSplit = false): void {
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('metadata.json', JSON.stringify({ version: '2.14.7' }));
  for (const { pk, __exported_file_name__: path } of entries)
    if (path !== undefined && !path.includes('..')) write(path, contentOf(pk));
  const documentOf = ({ model, pk, fields }: ManifestEntry): unknown =>
    model === 'documents.document' ? pk : fields['document'];
  const isOfDocument = (one: ManifestEntry): boolean => isSplit && documentOf(one) !== undefined;
  const main = entries.filter((one) => !isOfDocument(one));
  write('manifest.json', JSON.stringify(main, undefined, 2));
  for (const [pk, own] of Map.groupBy(entries.filter(isOfDocument), documentOf))
    write(`json/${String(pk)}-manifest.json`, JSON.stringify(own));
}

export function contentOf(pk: number | string): string {
  return `The paper ${pk}.`;
}

function shared(): ManifestEntry[] {
  return [
    entry('auth.user', 3, {
      ...{ username: 'anna', first_name: 'Anna', last_name: 'Berg', email: 'anna@example.com', is_superuser: true },
      ...{ is_active: true, date_joined: '2021-02-03T04:05:06.789Z', password: 'pbkdf2…' },
    }),
    entry('auth.user', 4, { username: 'ben', email: '', is_active: true, date_joined: '2022-02-03T04:05:06Z' }),
    entry('auth.group', 1, { name: 'Family', permissions: [1] }),
    entry('auth.permission', 1, { name: 'Can add document', content_type: 1, codename: 'add_document' }),
    entry('contenttypes.contenttype', 1, { app_label: 'documents', model: 'document' }),
    entry('documents.correspondent', 1, { name: 'City Works', match: 'city', matching_algorithm: 1 }),
    entry('documents.correspondent', 2, { name: 'Harbour Bank', match: '', matching_algorithm: 6 }),
    entry('documents.documenttype', 1, { name: 'Invoice' }),
    entry('documents.storagepath', 1, { name: 'By year', path: '{created_year}/{title}' }),
    entry('documents.tag', 3, { name: 'Electricity', color: '#FF0000', tn_parent: 2, is_inbox_tag: false }),
    entry('documents.tag', 2, { name: 'House', color: '#00ff00', tn_parent: null, is_inbox_tag: false }),
    entry('documents.tag', 1, { name: 'New', color: '#0000ff', is_inbox_tag: true }),
    ...DATA_TYPES.map((type, index) =>
      entry('documents.customfield', index + 1, { name: `A ${type}`, data_type: type, extra_data: extraOf(type) }),
    ),
    entry('documents.savedview', 1, {
      ...{ name: 'House of the city', owner: 3, show_in_sidebar: true, sort_field: 'created', sort_reverse: true },
      ...{ display_mode: 'table', display_fields: ['title'] },
    }),
    entry('documents.savedviewfilterrule', 1, { saved_view: 1, rule_type: 6, value: '2' }),
    entry('documents.savedviewfilterrule', 2, { saved_view: 1, rule_type: 3, value: '1' }),
    entry('documents.savedview', 2, { name: 'Without number', owner: null }),
    entry('documents.savedviewfilterrule', 3, { saved_view: 2, rule_type: 18, value: 'true' }),
    entry('documents.workflow', 1, { name: 'File bills', triggers: [1], actions: [1] }),
    entry('documents.workflowtrigger', 1, { type: 1 }),
    entry('documents.workflowaction', 1, { type: 1 }),
    entry('documents.sharelink', 1, { slug: 'abcdef', document: 1 }),
    entry('paperless_mail.mailaccount', 1, { name: 'Mailbox', password: 'secret' }),
    entry('paperless_mail.mailrule', 1, { name: 'Bills', account: 1 }),
    entry('documents.uisettings', 1, { user: 3, settings: {} }),
    entry('documents.hologram', 1, { name: 'from the future' }),
    entry('documents.hologram', 2, { name: 'from the future' }),
  ];
}

function extraOf(type: string): Record<string, unknown> {
  if (type === 'monetary') return { default_currency: 'EUR' };
  return type === 'select'
    ? {
        select_options: [
          { id: 'aB3', label: 'Open' },
          { id: 'cD4', label: 'Paid' },
        ],
      }
    : {};
}

function document(pk: number): ManifestEntry {
  const path = `2024/Paper ${pk}.pdf`;
  return {
    ...entry('documents.document', pk, {
      ...{ title: `Paper ${pk}`, content: `Text of "${pk}" with ] } and \\ in it`, mime_type: 'application/pdf' },
      ...{ correspondent: pk % 2 === 0 ? 1 : null, document_type: 1, storage_path: null, tags: [3, 2, ...inbox(pk)] },
      ...{ created: '2024-05-06', added: '2024-05-07T08:09:10.123456Z', modified: '2024-06-07T08:09:10+02:00' },
      ...{ checksum: createHash('md5').update(contentOf(pk)).digest('hex'), archive_checksum: null, owner: 3 },
      ...{ archive_serial_number: pk % 5 === 0 ? pk : null, original_filename: `scan_${pk}.pdf` },
      ...{ deleted_at: pk % 50 === 0 ? '2024-07-08T09:10:11Z' : null },
    }),
    __exported_file_name__: path,
    __exported_archive_name__: `archive/${path}`,
    __exported_thumbnail_name__: `thumbnails/${pk}.webp`,
  };
}

function inbox(pk: number): number[] {
  return pk % 4 === 0 ? [1] : [];
}

function notes(pk: number): ManifestEntry[] {
  const created = '2024-05-08T01:02:03Z';
  return [
    entry('documents.note', pk * 10, { document: pk, note: `First note of ${pk}`, created, user: 3 }),
    entry('documents.note', pk * 10 + 1, { document: pk, note: `Second note of ${pk}`, created, user: null }),
  ];
}

function values(pk: number, documents: number): ManifestEntry[] {
  const type = DATA_TYPES[pk % DATA_TYPES.length] ?? 'string';
  const own = {
    string: { value_text: `value ${pk}` },
    url: { value_url: 'https://example.com/' },
    date: { value_date: '2025-01-02' },
    boolean: { value_bool: false },
    integer: { value_int: 0 },
    float: { value_float: 1.5 },
    monetary: { value_monetary: pk % 20 === 6 ? 'USD12.50' : '9.90' },
    documentlink: { value_document_ids: [1, documents] },
    select: { value_select: 'cD4' },
    longtext: { value_long_text: 'one\ntwo' },
  }[type];
  const field = DATA_TYPES.indexOf(type) + 1;
  return [entry('documents.customfieldinstance', pk, { document: pk, field, value_text: null, ...own })];
}
