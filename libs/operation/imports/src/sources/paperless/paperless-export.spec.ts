import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ArchiveRecord, DocumentRecord } from '../../archive-records.js';
import { collected, ofKind, unmappedOf } from '../../../test/collected-records.js';
import { contentOf, exportedEntries, writeExport, type ManifestEntry } from '../../../test/paperless-export-folder.js';
import { openPaperlessExport } from './paperless-export.js';

const { signal } = new AbortController();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archivolt-test-paperless-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const source = async () => openPaperlessExport(folder, signal);

async function records(): Promise<ArchiveRecord[]> {
  return collected((await source()).records(signal));
}

function writeEntries(entries: readonly unknown[]): void {
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(entries));
}

const document = (pk: number | string, fields: Record<string, unknown> = {}, path = `${pk}.pdf`): ManifestEntry => ({
  ...{ model: 'documents.document', pk, fields: { title: `Paper ${pk}`, ...fields } },
  __exported_file_name__: path,
});
const tag = (pk: number, fields: Record<string, unknown>): ManifestEntry => ({ model: 'documents.tag', pk, fields });

describe('an export of Paperless-ngx with 500 documents and every kind of object', () => {
  const entries = exportedEntries(500);

  it.each([
    ['one manifest', false],
    ['a manifest for each document', true],
  ])('every object of an export with %s is in a record or reported', async (_, isSplit) => {
    writeExport(folder, entries, isSplit);
    const all = await records();
    const documents = new Map(ofKind(all, 'document').map((record) => [record.ref, record]));
    const links = ofKind(all, 'document-links');
    const reported = Map.groupBy(ofKind(all, 'unmapped'), ({ what }) => what);
    const models: Record<string, string> = {
      ...{ 'auth.group': 'group', 'auth.permission': 'permission', 'contenttypes.contenttype': 'technical data' },
      ...{ 'documents.workflow': 'workflow', 'documents.sharelink': 'share link', 'documents.uisettings': 'setting' },
      ...{ 'documents.workflowtrigger': 'part of a workflow', 'documents.workflowaction': 'part of a workflow' },
      ...{ 'paperless_mail.mailaccount': 'mail account', 'paperless_mail.mailrule': 'mail rule' },
    };
    const listed: Record<string, string> = {
      'documents.correspondent': 'correspondent',
      'documents.documenttype': 'document-type',
      'documents.storagepath': 'storage-path',
    };
    const options = new Map(
      ofKind(all, 'property').map(({ ref, options = [] }) => [ref, options.map((one) => one.ref)]),
    );
    const isExplained = ({ model, pk, fields }: ManifestEntry): boolean => {
      const ref = String(pk);
      const owner = documents.get(String(fields['document']));
      switch (model) {
        case 'documents.document':
          return documents.has(ref);
        case 'documents.note':
          return owner?.notes?.includes(String(fields['note'])) === true;
        case 'documents.customfieldinstance': {
          const field = `field:${String(fields['field'])}`;
          const isLink = links.some((one) => one.ref === owner?.ref && one.propertyRef === field);
          return isLink || owner?.properties?.some((one) => one.ref === field && one.values.length === 1) === true;
        }
        case 'documents.customfield':
          return options.has(`field:${ref}`);
        case 'documents.tag':
          return fields['is_inbox_tag'] === true || ofKind(all, 'tag').some((one) => one.ref === ref);
        case 'documents.savedview':
          return ofKind(all, 'view').some((one) => one.ref === ref) || reported.has('saved view');
        case 'documents.savedviewfilterrule':
          return true; // a part of its view, whose query is compared below
        case 'auth.user':
          return ofKind(all, 'member').length === 1 && reported.get('user')?.[0]?.name === 'ben';
        default: {
          const place = listed[model];
          if (place !== undefined) return options.get(place)?.includes(ref) === true;
          const found = reported.get(models[model] ?? model) ?? [];
          const total = found.reduce((sum, { count = 1 }) => sum + count, 0);
          const what = models[model] ?? model;
          return total === entries.filter((one) => (models[one.model] ?? one.model) === what).length;
        }
      }
    };
    expect(entries.filter((entry) => !isExplained(entry))).toEqual([]);
    expect(documents.size).toBe(500);
    expect(unmappedOf(all, 'archive version')).toMatchObject([{ count: 500 }]);
    expect(unmappedOf(all, 'matching of a correspondent')).toMatchObject([{ name: 'City Works' }]);
  });

  it('records come in the order in which they refer to each other, and say all of a document', async () => {
    writeExport(folder, entries);
    const all = await records();
    const order = ['member', 'tag', 'property', 'document', 'document-links', 'view', 'unmapped'];
    expect([...new Set(all.map(({ kind }) => kind))]).toEqual(order);
    expect(ofKind(all, 'tag')).toEqual([
      { kind: 'tag', ref: '2', name: 'House', color: '#00ff00' },
      { kind: 'tag', ref: '3', name: 'Electricity', color: '#ff0000', parentRef: '2' },
    ]);
    expect(ofKind(all, 'view')).toEqual([
      {
        ...{ kind: 'view', ref: '1', name: 'House of the city', query: 'tag:House correspondent:"City Works"' },
        ...{ isPinned: true, sortField: 'documentDate', sortOrder: 'desc', layout: 'list' },
        ...{ privateTo: 'anna@example.com' },
      },
    ]);
    expect(ofKind(all, 'document').find(({ ref }) => ref === '300')).toEqual({
      ...{ kind: 'document', ref: '300', name: 'Paper 300.pdf' },
      file: { path: '2024/Paper 300.pdf', name: 'scan_300.pdf', mimeType: 'application/pdf' },
      ...{ createdAt: '2024-05-07T08:09:10.123Z', updatedAt: '2024-06-07T06:09:10.000Z', documentDate: '2024-05-06' },
      ...{ deletedAt: '2024-07-08T09:10:11.000Z', createdBy: 'anna@example.com', archiveNumber: 300 },
      content: 'Text of "300" with ] } and \\ in it',
      notes: '2024-05-08, Anna Berg:\nFirst note of 300\n\n2024-05-08:\nSecond note of 300',
      ...{ tagRefs: ['3', '2'], isInInbox: true },
      properties: [
        { ref: 'correspondent', values: ['1'] },
        { ref: 'document-type', values: ['1'] },
        { ref: 'field:1', values: ['value 300'] },
      ],
    });
    const amounts = ofKind(all, 'document').filter(({ ref }) => ref === '6' || ref === '26' || ref === '16');
    expect(amounts.map(({ properties }) => properties?.filter(({ ref }) => ref.startsWith('field:7')))).toEqual([
      [
        { ref: 'field:7', values: [12.5] },
        { ref: 'field:7:currency', values: ['USD'] },
      ],
      [
        { ref: 'field:7', values: [9.9] },
        { ref: 'field:7:currency', values: ['EUR'] },
      ],
      [
        { ref: 'field:7', values: [12.5] },
        { ref: 'field:7:currency', values: ['USD'] },
      ],
    ]);
    expect(ofKind(all, 'document-links')[0]).toEqual({
      ...{ kind: 'document-links', ref: '7', propertyRef: 'field:8', documentRefs: ['1', '500'] },
    });
  });

  it('the files are read as they were exported, and the same export has the same id in another folder', async () => {
    writeExport(folder, exportedEntries(3));
    const opened = await source();
    const [first] = ofKind(await collected(opened.records(signal)), 'document');
    const file = (first as DocumentRecord).file;
    await expect(buffer(await opened.open(file, signal))).resolves.toEqual(Buffer.from(contentOf(1)));
    expect(opened.name).toBe('Paperless-ngx 2.14.7 export');
    const other = mkdtempSync(join(tmpdir(), 'archivolt-test-paperless-'));
    writeExport(other, exportedEntries(4));
    expect((await openPaperlessExport(other, signal)).id).toBe(opened.id);
    rmSync(other, { recursive: true });
  });

  it('records that are read twice are the same, with the same report', async () => {
    writeExport(folder, exportedEntries(20));
    const opened = await source();
    const first = await collected(opened.records(signal));
    await expect(collected(opened.records(signal))).resolves.toEqual(first);
  });
});

describe('a hostile or damaged export of Paperless-ngx', () => {
  it('a file that leads out of the export, by its path or by a link, is not read', async () => {
    writeFileSync(`${folder}-secret`, 'secret');
    mkdirSync(join(folder, 'way'));
    symlinkSync(`${folder}-secret`, join(folder, 'link.pdf'));
    symlinkSync(dirname(folder), join(folder, 'way/out'));
    const paths = ['../x.pdf', '/etc/passwd', 'a/../../x', 'a//b', './x', 'x\0.pdf', '..'];
    writeEntries([...paths.map((path, index) => document(index + 1, {}, path)), document(20, {}, 'link.pdf')]);
    const opened = await source();
    const all = await collected(opened.records(signal));
    expect(ofKind(all, 'document').map(({ ref }) => ref)).toEqual(['20']);
    expect(unmappedOf(all, 'document')).toHaveLength(paths.length);
    const secret = `${folder}-secret`.slice(dirname(folder).length + 1);
    for (const path of ['link.pdf', `way/out/${secret}`, ...paths])
      await expect(opened.open({ path, name: 'x' }, signal)).rejects.toThrow(/symbolic link|leads out/);
    rmSync(`${folder}-secret`);
  });

  it('a file that has changed since the export ends with an error that names it', async () => {
    writeExport(folder, exportedEntries(1));
    writeFileSync(join(folder, '2024/Paper 1.pdf'), 'something else');
    const opened = await source();
    const stream = await opened.open({ path: '2024/Paper 1.pdf', name: 'x' }, signal);
    await expect(buffer(stream)).rejects.toThrow('"2024/Paper 1.pdf" is not the file that was exported');
  });

  it('a missing file and a folder in its place are errors of this file only', async () => {
    mkdirSync(join(folder, '2.pdf'));
    writeEntries([document(1), document(2)]);
    const opened = await source();
    expect(ofKind(await collected(opened.records(signal)), 'document')).toHaveLength(2);
    await expect(opened.open({ path: '1.pdf', name: 'x' }, signal)).rejects.toThrow('ENOENT');
    await expect(opened.open({ path: '2.pdf', name: 'x' }, signal)).rejects.toThrow('is not a file');
  });

  it.each([
    ['without an end', '[{"model":"documents.tag","pk":1,"fields":{"name":"a"}},{"model":"docu'],
    ['in the middle of a text', '[{"model":"documents.tag","pk":1,"fields":{"name":"a\\"'],
    ['that is an object', '{"model":"documents.tag"}'],
    ['that is empty', ''],
    ['with an object that is not JSON', '[{"model":documents.tag}]'],
  ])('a manifest %s is refused as a whole', async (_, text) => {
    writeFileSync(join(folder, 'manifest.json'), text);
    await expect(source()).rejects.toThrow('The file manifest.json of the export cannot be read');
  });

  it('a folder without a manifest is refused', async () => {
    await expect(source()).rejects.toThrow('It does not exist');
    await expect(openPaperlessExport(join(folder, 'none'), signal)).rejects.toThrow(/The folder .* cannot be read/);
  });

  it('a damaged manifest of one document is reported, and the others are imported', async () => {
    writeExport(folder, exportedEntries(3), true);
    const path = join(folder, 'json/2-manifest.json');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 100));
    const all = await records();
    expect(ofKind(all, 'document').map(({ ref }) => ref)).toEqual(['1', '3']);
    expect(unmappedOf(all, 'manifest of a document')).toMatchObject([{ name: 'json/2-manifest.json' }]);
  });

  it('tags that are above each other lose one of their places, and the report says so', async () => {
    writeEntries([
      tag(1, { name: 'a', parent: 3 }),
      tag(2, { name: 'b', parent: 1 }),
      tag(3, { name: 'c', parent: 2 }),
      tag(4, { name: 'self', parent: 4 }),
      tag(5, { name: 'orphan', parent: 99 }),
    ]);
    const all = await records();
    const tags = ofKind(all, 'tag');
    expect(tags.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c', 'orphan', 'self']);
    for (const [index, { parentRef }] of tags.entries())
      if (parentRef !== undefined) expect(tags.slice(0, index).map(({ ref }) => ref)).toContain(parentRef);
    expect(unmappedOf(all, 'tag hierarchy')).toHaveLength(2);
  });

  it('a chain of 20,000 nested tags is in order', async () => {
    writeEntries(Array.from({ length: 20_000 }, (_, index) => tag(index, { name: `t${index}`, tn_parent: index + 1 })));
    const tags = ofKind(await records(), 'tag');
    expect([tags.length, tags[0]?.ref, tags.at(-1)?.ref]).toEqual([20_000, '19999', '0']);
  });

  it('objects with a key that another one has are reported', async () => {
    writeEntries([document(1), document(1, { title: 'Other' }), tag(1, { name: 'a' }), tag(1, { name: 'b' })]);
    const all = await records();
    expect([ofKind(all, 'document').length, ofKind(all, 'tag').length]).toEqual([1, 1]);
    expect(unmappedOf(all, 'document')).toMatchObject([{ name: 'Other' }]);
    expect(unmappedOf(all, 'tag')).toMatchObject([{ name: 'b' }]);
  });

  it('names of a megabyte are cut, and refs never exceed their limit', async () => {
    const long = 'n'.repeat(1_000_000);
    writeEntries([
      ...[tag(1, { name: long }), document(1, { title: long, tags: [1], original_filename: long })],
      ...[{ model: long, pk: 1, fields: {} }, document(long), { model: 'auth.user', pk: 1, fields: { email: long } }],
      { model: 'documents.customfield', pk: 1, fields: { name: long, data_type: long } },
    ]);
    const all = await records();
    expect(JSON.stringify(all).length).toBeLessThan(20_000);
    expect(ofKind(all, 'document')).toHaveLength(1);
    expect(unmappedOf(all, 'entry of a manifest')).toMatchObject([{ count: 1 }]);
  });

  it('values of other types than expected are left out or reported', async () => {
    const wrong = [null, 7, 'x', true, [], {}, [[]], { a: 1 }];
    const names = ['title', 'tags', 'created', 'added', 'owner', 'archive_serial_number', 'content', 'checksum'];
    writeEntries([
      ...wrong.flatMap((value, index) => names.map((name, at) => document(index * 10 + at, { [name]: value }))),
      ...wrong,
      ...wrong.map((value) => ({ model: 'documents.tag', pk: value, fields: value })),
      ...wrong.map((value, index) => ({ model: 'documents.savedview', pk: index, fields: { name: value } })),
      ...wrong.map((value, index) => ({
        ...{ model: 'documents.savedviewfilterrule', pk: index },
        fields: { saved_view: index, rule_type: 42, value: JSON.stringify(value) },
      })),
    ]);
    const all = await records();
    expect(ofKind(all, 'document')).toHaveLength(wrong.length * names.length);
    expect(unmappedOf(all, 'saved view')).toHaveLength(wrong.length);
  });

  it('objects that are too large or nested too deeply are counted, and the others are read', async () => {
    const deep = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;
    const large = JSON.stringify(document(2, { content: 'x'.repeat(33 * 1024 * 1024) }));
    writeFileSync(join(folder, 'manifest.json'), `[${deep},${large},${JSON.stringify(document(1))}]`);
    const all = await records();
    expect(ofKind(all, 'document').map(({ ref }) => ref)).toEqual(['1']);
    expect(unmappedOf(all, 'object')).toMatchObject([{ count: 2 }]);
  });
});

describe('older and newer versions of Paperless-ngx', () => {
  it('a midnight in the time zone of the server is the day that it began', async () => {
    const days = [
      ...['2023-01-04T23:00:00Z', '2023-01-05T05:00:00Z', '2023-01-04T18:30:00Z', '2023-01-05T00:00:00+01:00'],
      ...['2023-01-05T17:12:13Z', '2023-01-05'],
    ];
    writeEntries(days.map((created, index) => document(index, { created })));
    const dates = ofKind(await records(), 'document').map(({ documentDate }) => documentDate);
    expect(dates).toEqual(days.map(() => '2023-01-05'));
  });

  it('options that are counted, the later versions of a document and SHA-256 are understood', async () => {
    const sha256 = 'a'.repeat(64);
    writeEntries([
      {
        ...{ model: 'documents.customfield', pk: 1 },
        fields: { name: 'State', data_type: 'select', extra_data: { select_options: ['Open', 'Paid'] } },
      },
      document(1, { title: 'Contract', added: '2025-01-01T00:00:00Z', content: 'one' }),
      document(3, { root_document: 1, content: 'three', checksum: sha256 }),
      document(2, { root_document: 1, content: 'two' }),
      { model: 'documents.customfieldinstance', pk: 1, fields: { document: 1, field: 1, value_select: 1 } },
    ]);
    expect(ofKind(await records(), 'document')).toMatchObject([
      {
        ...{ ref: '1', name: 'Contract.pdf', content: 'three', file: { path: '3.pdf', sha256 } },
        earlierVersions: [
          { path: '1.pdf', version: 1, createdAt: '2025-01-01T00:00:00.000Z' },
          { path: '2.pdf', version: 2 },
        ],
        properties: [{ ref: 'field:1', values: ['1'] }],
      },
    ]);
  });

  it('deleted notes are left out, unless their document is in the trash too', async () => {
    const note = (pk: number, owner: number) => ({
      ...{ model: 'documents.note', pk },
      fields: { document: owner, note: 'gone', deleted_at: '2025-01-01T00:00:00Z' },
    });
    writeEntries([
      document(1),
      document(2, { deleted_at: '2025-01-01T00:00:00Z' }),
      note(1, 1),
      note(2, 2),
      note(3, 9),
    ]);
    const all = await records();
    expect(ofKind(all, 'document').map(({ notes }) => notes)).toEqual([undefined, 'gone']);
    expect(unmappedOf(all, 'note')).toMatchObject([{ count: 1, reason: 'It was deleted.' }]);
    expect(unmappedOf(all, 'note or value')).toMatchObject([{ count: 1 }]);
  });
});
