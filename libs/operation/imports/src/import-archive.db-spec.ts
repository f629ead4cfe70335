import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { openFeatures } from '#operation/installation';
import { UserRepository } from '#people/auth';
import type { ApiClient } from '../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { poolOf } from '../../../../test/support/rows.js';
import type { ArchiveRecord, ArchiveSource, DocumentRecord, FileRecord } from './archive-records.js';
import { ImportArchive } from './import-archive.js';
import { ImportReport, type ImportLine } from './import-report.js';

const MAX_BYTES = 1_000;

/** An archive in memory; `files` by their paths. */
class MemorySource implements ArchiveSource {
  readonly name = 'Memory 1.0';
  readonly opened: string[] = [];

  constructor(
    readonly id: string,
    readonly all: ArchiveRecord[],
    readonly files: Record<string, string>,
    private readonly breaksAfter = Infinity,
  ) {}

  async *records(): AsyncIterable<ArchiveRecord> {
    for (const [index, record] of this.all.entries()) {
      if (index >= this.breaksAfter) throw new Error('the disk of the source is gone');
      yield await Promise.resolve(record);
    }
  }

  open({ path }: FileRecord): Promise<Readable> {
    this.opened.push(path);
    const content = this.files[path];
    if (content === undefined) return Promise.reject(new Error(`there is no file ${path}`));
    return Promise.resolve(Readable.from([Buffer.from(content)]));
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function aDocument(ref: string, changes: Partial<DocumentRecord> = {}): DocumentRecord {
  return { kind: 'document', ref, name: `${ref}.txt`, file: { path: ref, name: `${ref}.txt` }, ...changes };
}

/** As many documents, with a file each. */
function someDocuments(count: number, text = 'text of'): { records: DocumentRecord[]; files: Record<string, string> } {
  const refs = Array.from({ length: count }, (_, index) => `d${index}`);
  return {
    records: refs.map((ref) => aDocument(ref)),
    files: Object.fromEntries(refs.map((ref) => [ref, `${text} ${ref}`])),
  };
}

describe('ImportArchive', () => {
  let app: TestApp;
  /** Imports are commands, which run while a server runs. */
  let command: INestApplicationContext;
  let archives: ImportArchive;
  let api: ApiClient;
  let organizationId: string;
  let email: string;
  let sources = 0;

  beforeAll(async () => {
    app = await startApp({ DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: String(MAX_BYTES) });
    command = await openFeatures(app.installation);
    archives = command.get(ImportArchive, { strict: false });
  });
  afterAll(async () => {
    await command.close();
    await app.close();
  });
  beforeEach(async () => {
    const archive = await app.anArchive();
    ({ api, organizationId } = archive);
    email = await emailOf(archive.userId);
  });

  const rows = async <Row extends object>(text: string, values: unknown[] = [organizationId]) =>
    (await poolOf(app).query<Row & Record<string, unknown>>(text, values)).rows;
  const emailOf = async (userId: string) =>
    (await rows<{ email: string }>('select email from "user" where id = $1', [userId]))[0]?.email ?? '';
  const names = async (of = organizationId) =>
    (await rows<{ name: string }>('select name from document where organization_id = $1 order by name', [of])).map(
      ({ name }) => name,
    );
  const aSource = (records: ArchiveRecord[], files: Record<string, string> = {}) =>
    new MemorySource(`memory ${(sources += 1)}`, records, files);

  /** Imports, and returns the counts by kind and the lines of the report. */
  async function importFrom(
    source: MemorySource,
    { into = organizationId, isDryRun = false, as = email }: { into?: string; isDryRun?: boolean; as?: string } = {},
  ) {
    const lines: ImportLine[] = [];
    const report = new ImportReport((line) => void lines.push(line));
    const { signal } = new AbortController();
    const id = await archives.execute(source, { organizationId: into, as }, { signal, report, isDryRun });
    for (const { read, came, changed, ...others } of report.counts.values())
      expect(came + changed + others['already-there'] + others['not-imported']).toBe(read);
    return { id, lines, report, counts: Object.fromEntries(report.counts) };
  }
  /** The reasons why the only thing that is in the report is not as it was. */
  const reasonsOf = ({ lines }: { lines: ImportLine[] }) => {
    expect(lines).toHaveLength(1);
    return lines[0]?.reasons.join(' ');
  };

  it('an import brings a document with everything that belongs to it', async () => {
    const other = await app.aUser({ email: 'clerk@example.com' });
    const source = aSource(
      [
        { kind: 'member', email: 'clerk@example.com', role: 'member' },
        { kind: 'tag', ref: 't1', name: 'Invoices', color: '#ff0000', description: 'What is to be paid' },
        {
          ...{ kind: 'property', ref: 'p1', name: 'Supplier', type: 'select' },
          options: [
            { ref: 'o1', name: 'Brook Bakery' },
            { ref: 'o2', name: 'Quay Books' },
          ],
        },
        { kind: 'property', ref: 'p2', name: 'See also', type: 'document_relation' },
        aDocument('d1', {
          name: 'Invoice of May.txt',
          file: { path: 'd1', name: 'scan0001.txt', sha256: sha256('one'), size: 3 },
          earlierVersions: [{ path: 'd1.v1', name: 'scan0001.txt', version: 1, createdAt: '2019-01-02T03:04:05Z' }],
          createdAt: '2019-01-02T03:04:05.678Z',
          createdBy: 'Clerk@example.com',
          documentDate: '2018-12-31',
          archiveNumber: 42,
          notes: 'paid',
          isInInbox: true,
          tagRefs: ['t1'],
          properties: [{ ref: 'p1', values: ['o2'] }],
          content: 'corrected marmalade',
          history: [{ at: '2019-01-02T03:04:05Z', event: 'document:created' }],
        }),
        aDocument('d2', { deletedAt: '2020-01-01T00:00:00Z' }),
        { kind: 'document-links', ref: 'd1', propertyRef: 'p2', documentRefs: ['d2'] },
        { kind: 'view', ref: 'v1', name: 'To pay', query: 'tag:Invoices', isPinned: true, sortField: 'documentDate' },
        { kind: 'view', ref: 'v2', name: 'Mine', query: '', privateTo: 'clerk@example.com' },
        {
          ...{ kind: 'rule', ref: 'r1', name: 'Books', enabled: true, conditionMatchMode: 'all', tagRefs: ['t1'] },
          conditions: [{ field: 'property', operator: 'equal', value: 'o2', propertyRef: 'p1' }],
        },
        {
          ...{ kind: 'reminder', ref: 'm1', name: 'Pay', query: 'tag:Invoices', dateSource: 'documentDate' },
          ...{ offsetAmount: 14, offsetUnit: 'days', isEnabled: true, sendsMail: false },
        },
      ],
      { d1: 'one', 'd1.v1': 'none', d2: 'two' },
    );
    const { counts, lines, report } = await importFrom(source);
    expect(lines.map(({ kind, reasons }) => [kind, reasons])).toEqual([
      ['member', ['It has the role member now.']],
      ['history entry', [expect.stringMatching(/no place/)]],
    ]);
    expect(report.isComplete).toBe(true);
    expect(counts['document']).toEqual({ read: 2, came: 2, changed: 0, 'already-there': 0, 'not-imported': 0 });
    expect(
      await rows(
        `select d.name, d.original_name, d.created_at, d.created_by, d.document_date, d.notes, d.is_in_inbox, d.content,
           d.extraction_status, d.extraction_outcome, n.number, d.deleted_at is not null as is_trashed,
           d.other_versions_size::int,
           (select string_agg(t.name, ',') from document_tag dt join tag t on t.id = dt.tag_id where dt.document_id = d.id) as tags
         from document d left join archive_number n on n.document_id = d.id where d.organization_id = $1 order by d.name`,
      ),
    ).toEqual([
      {
        ...{ name: 'Invoice of May.txt', original_name: 'scan0001.txt', created_by: other.userId, notes: 'paid' },
        ...{ created_at: new Date('2019-01-02T03:04:05.678Z'), document_date: new Date('2018-12-31') },
        ...{ is_in_inbox: true, content: 'corrected marmalade', number: 42, is_trashed: false, tags: 'Invoices' },
        ...{ extraction_status: 'completed', extraction_outcome: 'text', other_versions_size: 4 },
      },
      {
        ...{ name: 'd2.txt', original_name: 'd2.txt', created_by: expect.any(String), notes: null },
        ...{ created_at: expect.any(Date), document_date: null, is_in_inbox: false, content: '', number: null },
        ...{ is_trashed: true, tags: null, extraction_status: 'pending', extraction_outcome: null },
        other_versions_size: 0,
      },
    ]);
    const base = `/api/organizations/${organizationId}`;
    const { body } = await api.get<{ documents: { id: string }[] }>(`${base}/documents?searchQuery=marmalade`);
    const id = body.documents[0]?.id ?? '';
    const versions = await api.get<{ versions: { number: number; size: number }[] }>(
      `${base}/documents/${id}/versions`,
    );
    expect(versions.body.versions.map(({ number, size }) => [number, size])).toEqual([
      [2, 3],
      [1, 4],
    ]);
    const values = await rows(
      `select p.name, o.name as option, r.name as document from document_custom_property v
       join custom_property p on p.id = v.property_id left join custom_property_option o on o.id = v.option_id
       left join document r on r.id = v.related_document_id where v.document_id = $1 order by p.name`,
      [id],
    );
    expect(values).toEqual([
      { name: 'See also', option: null, document: 'd2.txt' },
      { name: 'Supplier', option: 'Quay Books', document: null },
    ]);
    expect(
      await rows(
        `select v.name, u.email as private_to from document_view v left join "user" u on u.id = v.private_to
         where v.organization_id = $1 order by v.name`,
      ),
    ).toEqual([
      { name: 'Mine', private_to: 'clerk@example.com' },
      { name: 'To pay', private_to: null },
    ]);
    expect(await rows('select name from tagging_rule where organization_id = $1')).toEqual([{ name: 'Books' }]);
    expect(await rows('select name from reminder where organization_id = $1')).toEqual([{ name: 'Pay' }]);
  });

  it('a document that comes with a text is not read again, and one without a text is read as an upload is', async () => {
    const source = aSource([aDocument('d1', { content: 'typed by a person' }), aDocument('d2')], {
      d1: 'misread',
      d2: 'pomegranate',
    });
    await importFrom(source);
    await app.drain();
    expect(await rows('select name, content from document where organization_id = $1 order by name')).toEqual([
      { name: 'd1.txt', content: 'typed by a person' },
      { name: 'd2.txt', content: 'pomegranate' },
    ]);
    expect(await rows(`select name from event where organization_id = $1 and name = 'document:created'`)).toHaveLength(
      2,
    );
    const found = await api.get<{ documentsCount: number }>(
      `/api/organizations/${organizationId}/documents?searchQuery=pomegranate`,
    );
    expect(found.body.documentsCount).toBe(1);
  });

  it('tags keep their places below others, up to the levels that tags may have', async () => {
    const tags = ['0', '1', '2', '3', '4', '5'].map((ref): ArchiveRecord => {
      const above = ref === '0' ? {} : { parentRef: String(Number(ref) - 1) };
      return { kind: 'tag', ref, name: `level ${ref}`, ...above };
    });
    tags.push({ kind: 'tag', ref: 'stray', name: 'stray', parentRef: 'none' });
    const { counts } = await importFrom(aSource(tags, {}));
    expect(counts).toMatchObject({ tag: { came: 5, changed: 2 } });
    const places = `select t.name, above.name as above from tag t left join tag above on above.id = t.parent_id
      where t.organization_id = $1 order by t.name`;
    expect((await rows<{ above: string | null }>(places)).map(({ above }) => above)).toEqual([
      ...[null, 'level 0', 'level 1', 'level 2', 'level 3'],
      ...[null, null],
    ]);
  });

  it('a second import of a source brings only what is new', async () => {
    const { records, files } = someDocuments(3);
    const source = aSource([{ kind: 'tag', ref: 't1', name: 'One' }, ...records], files);
    await importFrom(source);
    source.all.push(aDocument('late'));
    source.files['late'] = 'a new one';
    source.opened.length = 0;
    const { counts } = await importFrom(source);
    expect(counts).toMatchObject({ tag: { 'already-there': 1 }, document: { 'already-there': 3, came: 1 } });
    expect(source.opened).toEqual(['late']);
    expect(await names()).toEqual(['d0.txt', 'd1.txt', 'd2.txt', 'late.txt']);
  });

  it('an import that was interrupted goes on without bringing anything twice', async () => {
    const { records, files } = someDocuments(6);
    const all: ArchiveRecord[] = [{ kind: 'tag', ref: 't1', name: 'One' }, ...records];
    const broken = new MemorySource('interrupted', all, files, 4);
    await expect(importFrom(broken)).rejects.toThrow('the disk of the source is gone');
    expect(await names()).toEqual(['d0.txt', 'd1.txt', 'd2.txt']);
    const stopped = new AbortController();
    let records_ = 0;
    const report = new ImportReport(() => undefined);
    const onProgress = () => void ((records_ += 1) === 5 && stopped.abort(new Error('stopped')));
    const options = { signal: stopped.signal, report, onProgress };
    const again = new MemorySource('interrupted', all, files);
    await expect(archives.execute(again, { organizationId, as: email }, options)).rejects.toThrow('stopped');
    expect(await names()).toHaveLength(4);
    const { counts } = await importFrom(new MemorySource('interrupted', all, files));
    expect(counts).toMatchObject({ tag: { 'already-there': 1 }, document: { 'already-there': 4, came: 2 } });
    expect(await names()).toEqual(records.map(({ name }) => name));
    expect(await rows('select name from tag where organization_id = $1')).toEqual([{ name: 'One' }]);
  });

  it('two imports of a source at the same time bring each thing once', async () => {
    const { records, files } = someDocuments(5);
    const all: ArchiveRecord[] = [{ kind: 'tag', ref: 't1', name: 'One' }, ...records];
    const ends = await Promise.allSettled(
      [1, 2].map(() => importFrom(new MemorySource('at the same time', all, files))),
    );
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await names()).toEqual(records.map(({ name }) => name));
  });

  it('a dry run reports what an import would do, and changes nothing', async () => {
    const { records, files } = someDocuments(2);
    await importFrom(aSource([aDocument('there')], { there: 'twin' }));
    const all: ArchiveRecord[] = [
      { kind: 'tag', ref: 't1', name: 'New' },
      { kind: 'tag', ref: 't2', name: 'new' },
      { kind: 'property', ref: 'p1', name: 'Place', type: 'select', options: [{ ref: 'o1', name: 'Attic' }] },
      ...records.map((record) => ({
        ...record,
        ...{ tagRefs: ['t1', 'unknown'], archiveNumber: 7, properties: [{ ref: 'p1', values: ['o1'] }] },
      })),
      aDocument('twin'),
      aDocument('damaged', { file: { path: 'damaged', name: 'damaged.txt', sha256: sha256('whole') } }),
      { kind: 'view', ref: 'v1', name: 'All', query: '' },
      {
        ...{ kind: 'rule', ref: 'r1', name: 'Rule', enabled: true, conditionMatchMode: 'all', conditions: [] },
        tagRefs: ['t1'],
      },
      { kind: 'unmapped', what: 'workflow', name: 'Mail to me', reason: 'There are no workflows.' },
    ];
    const all_ = { ...files, twin: 'twin', damaged: 'half' };
    const state = () =>
      rows(
        `select (select count(*) from document) as documents, (select count(*) from tag) as tags,
           (select count(*) from custom_property) as properties, (select count(*) from import_item) as items,
           (select count(*) from event) as events, (select count(*) from stored_file) as files,
           (select count(*) from document_view) as views, (select count(*) from organization) as organizations`,
        [],
      );
    const before = await state();
    const dry = await importFrom(new MemorySource('dry', all, all_), { isDryRun: true });
    expect(await state()).toEqual(before);
    const real = await importFrom(new MemorySource('dry', all, all_));
    expect(dry.counts).toEqual(real.counts);
    expect(dry.lines).toEqual(real.lines);
    expect(real.counts).toMatchObject({
      tag: { came: 1, 'already-there': 1 },
      document: { changed: 2, 'already-there': 1, 'not-imported': 1 },
      unmapped: { 'not-imported': 1 },
    });
    expect(real.report.isComplete).toBe(false);
  });

  it('a dry run for a new organization makes none, and the import makes one for its owner', async () => {
    const { records, files } = someDocuments(2);
    const organization: ArchiveRecord = { kind: 'organization', ref: 'o', name: 'Moved household' };
    const all = [organization, ...records, { kind: 'view', ref: 'v', name: 'All', query: '' } as const];
    const run = async (isDryRun: boolean) => {
      const report = new ImportReport(() => undefined);
      const options = { signal: new AbortController().signal, report, isDryRun };
      const id = await archives.execute(new MemorySource('moved', all, files), { newOrganizationOf: email }, options);
      return { id, counts: Object.fromEntries(report.counts) };
    };
    const made = () => rows<{ id: string }>(`select id from organization where name = 'Moved household'`, []);
    const dry = await run(true);
    expect(dry.id).toBeUndefined();
    expect(await made()).toEqual([]);
    const first = await run(false);
    expect(first.counts).toEqual(dry.counts);
    expect(await made()).toEqual([{ id: first.id }]);
    expect(await names(first.id)).toEqual(['d0.txt', 'd1.txt']);
    const second = await run(false);
    expect(second).toMatchObject({ id: first.id, counts: { document: { 'already-there': 2 } } });
    expect(await made()).toHaveLength(1);
  });

  it.each<[string, Partial<DocumentRecord>, RegExp]>([
    ['has another hash than its record', { file: { path: 'd', name: 'd', sha256: sha256('other') } }, /changed or/],
    ['has another size than its record', { file: { path: 'd', name: 'd', size: 1 } }, /has 4 bytes, not 1/],
    ['is too large', { file: { path: 'large', name: 'd' } }, /too large/],
    ['is empty', { file: { path: 'empty', name: 'd' } }, /empty/],
    ['is not in the source', { file: { path: 'none', name: 'd' } }, /cannot be read: there is no file none/],
    ['has no place in its record', { file: undefined as never }, /no file/],
    ['has a hash that is none', { file: { path: 'd', name: 'd', sha256: './../x' } }, /not a SHA-256/],
  ])('a document whose file %s is left out with a reason', async (_, changes, reason) => {
    const files = { d: 'here', large: 'x'.repeat(MAX_BYTES + 1), empty: '', good: 'good' };
    const result = await importFrom(aSource([aDocument('d', changes), aDocument('good')], files));
    expect(reasonsOf(result)).toMatch(reason);
    expect(result.counts['document']).toMatchObject({ 'not-imported': 1, came: 1 });
    expect(await names()).toEqual(['good.txt']);
    expect(await rows(`select state from stored_file where starts_with(storage_key, $1)`)).toEqual([
      { state: 'committed' },
    ]);
  });

  it('a document whose file is here already is linked to that document, which stays as it is', async () => {
    const uploaded = await api.upload(organizationId, { name: 'mine.txt', content: 'same' });
    const source = aSource([aDocument('d1', { notes: 'theirs', name: 'theirs.txt' })], { d1: 'same' });
    const first = await importFrom(source);
    expect(reasonsOf(first)).toMatch(/that of the document “mine.txt”/);
    expect(first.counts['document']).toMatchObject({ 'already-there': 1 });
    expect(first.report.isComplete).toBe(true);
    expect(await rows('select name, notes from document where organization_id = $1')).toEqual([
      { name: 'mine.txt', notes: null },
    ]);
    expect(await rows('select target_id, is_new from import_item where organization_id = $1')).toEqual([
      { target_id: uploaded.body.document.id, is_new: false },
    ]);
    await api.delete(`/api/organizations/${organizationId}/documents/${uploaded.body.document.id}`);
    await importFrom(aSource([aDocument('d1')], { d1: 'same' }));
    const [document] = await rows('select name, deleted_at from document where organization_id = $1');
    expect(document).toEqual({ name: 'mine.txt', deleted_at: expect.any(Date) });
  });

  it('a property with the name of one of another type gets a number, and its values', async () => {
    const base = `/api/organizations/${organizationId}/custom-properties`;
    await api.post(base, { name: 'Amount', type: 'text' });
    await api.post(base, { name: 'Place', type: 'select', options: [{ name: 'Attic' }] });
    const source = aSource(
      [
        { kind: 'property', ref: 'p1', name: 'amount', type: 'number' },
        {
          ...{ kind: 'property', ref: 'p2', name: 'PLACE', type: 'select' },
          options: [
            { ref: 'o1', name: 'attic' },
            { ref: 'o2', name: 'Cellar' },
          ],
        },
        aDocument('d1', {
          properties: [
            { ref: 'p1', values: [12.5] },
            { ref: 'p2', values: ['o2'] },
          ],
        }),
      ],
      { d1: 'one' },
    );
    const result = await importFrom(source);
    expect(reasonsOf(result)).toMatch(/called “amount 2”/);
    expect(result.counts).toMatchObject({ property: { changed: 1, 'already-there': 1 }, document: { came: 1 } });
    expect(
      await rows(
        `select p.name, v.number_value::float8 as number, o.name as option from document_custom_property v
         join custom_property p on p.id = v.property_id left join custom_property_option o on o.id = v.option_id
         where p.organization_id = $1 order by lower(p.name)`,
      ),
    ).toEqual([
      { name: 'amount 2', number: 12.5, option: null },
      { name: 'Place', number: null, option: 'Cellar' },
    ]);
    expect((await importFrom(source)).counts).toMatchObject({ property: { 'already-there': 2 } });
    expect(await rows('select name from custom_property where organization_id = $1 order by name')).toHaveLength(3);
  });

  it('a document whose archive number is taken comes without it', async () => {
    const source = aSource([aDocument('d1', { archiveNumber: 5 }), aDocument('d2', { archiveNumber: 5 })], {
      d1: 'one',
      d2: 'two',
    });
    const result = await importFrom(source);
    expect(reasonsOf(result)).toMatch(/archive number 5/);
    expect(result.counts['document']).toMatchObject({ came: 1, changed: 1 });
    expect(await rows('select number from archive_number where organization_id = $1')).toEqual([{ number: 5 }]);
  });

  it('an import leaves other organizations alone, and each gets the source for itself', async () => {
    const { records, files } = someDocuments(2);
    const other = await app.anArchive();
    const source = aSource([{ kind: 'tag', ref: 't1', name: 'One' }, ...records], files);
    await importFrom(source);
    expect(await names(other.organizationId)).toEqual([]);
    const as = await emailOf(other.userId);
    const { counts } = await importFrom(source, { into: other.organizationId, as });
    expect(counts).toMatchObject({ tag: { came: 1 }, document: { came: 2 } });
    expect(await names()).toEqual(await names(other.organizationId));
  });

  it('an import in the name of a user who may not change everything is refused', async () => {
    const visitor = await app.aUser();
    const { records, files } = someDocuments(1);
    const as = await emailOf(visitor.userId);
    await expect(importFrom(aSource(records, files), { as })).rejects.toMatchObject({ code: expect.any(String) });
    await poolOf(app).query(
      `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
       values ('org_mem_' || $2, now(), now(), $1, $2, 'member')`,
      [organizationId, visitor.userId],
    );
    await expect(importFrom(aSource(records, files), { as })).rejects.toThrow(/owner or admin/);
    expect(await names()).toEqual([]);
  });

  it('records that break a rule are left out with a reason, and the import goes on', async () => {
    const hostile = [
      { kind: 'tag', ref: 't', name: '\u202e\0' },
      { kind: 'tag', ref: 'x'.repeat(1_000), name: 'Long' },
      { kind: 'tag', ref: 't2', name: 'x'.repeat(100_000) },
      { kind: 'tag', ref: 't3', name: { toString: 1 } },
      { kind: 'property', ref: 'p', name: 'Type', type: 'constructor' },
      { kind: 'property', ref: 'p2', name: '—', type: 'text' },
      { kind: 'member', email: 'unknown@example.com', role: 'owner' },
      { kind: 'member', email: 5, role: 'owner' },
      { kind: 'document', ref: 'd', name: 'none' },
      { kind: 'document-links', ref: 'unknown', propertyRef: 'p', documentRefs: [] },
      { kind: 'view', ref: 'v', name: 'View', query: 'x'.repeat(2_000) },
      { kind: 'view', ref: 'v2', name: 'View', query: '\0' },
      { kind: 'rule', ref: 'r', name: 'Rule', conditionMatchMode: 'none', conditions: [], tagRefs: [] },
      {
        ...{ kind: 'rule', ref: 'r2', name: 'Rule', conditionMatchMode: 'all', tagRefs: [] },
        conditions: [{ field: 'property', operator: 'equal', value: 'x', propertyRef: 'no' }],
      },
      { kind: 'reminder', ref: 'm', name: 'Due', query: '', dateSource: 'property', offsetAmount: 1e9 },
      { kind: 'surprise', ref: 's' },
    ] as unknown as ArchiveRecord[];
    const result = await importFrom(aSource([...hostile, aDocument('good')], { good: 'good' }));
    expect(result.lines.map(({ outcome }) => outcome)).toEqual(hostile.map(() => 'not-imported'));
    expect(result.lines.every(({ reasons: [reason = ''] }) => reason.length > 0 && reason.length < 600)).toBe(true);
    expect(await names()).toEqual(['good.txt']);
    expect(await rows('select from tag where organization_id = $1')).toEqual([]);
  });

  it('what a document cannot have is left out of it with a reason, and the document comes', async () => {
    const document = aDocument('d1', {
      name: './../etc/pass\u202ewd\n.txt',
      createdAt: '2999-01-01T00:00:00Z',
      createdBy: 'visitor@example.com',
      documentDate: 'the day after',
      archiveNumber: -1,
      notes: `\0${'x'.repeat(3_000)}`,
      tagRefs: ['none'],
      properties: [
        { ref: 'none', values: [1] },
        { ref: 'p1', values: ['many'] },
      ],
      ocrLanguages: ['--version'],
      earlierVersions: [{ path: 'gone', name: 'x', version: 1 }],
      content: 'half \ud800 \0 a character',
    });
    const property: ArchiveRecord = { kind: 'property', ref: 'p1', name: 'Count', type: 'number' };
    const { lines } = await importFrom(aSource([property, document], { d1: 'one' }));
    expect(lines[0]).toMatchObject({ kind: 'document', outcome: 'changed' });
    expect(lines[0]?.reasons).toHaveLength(11);
    expect(
      await rows(
        'select name, created_by, document_date, char_length(notes) as notes from document where organization_id = $1',
      ),
    ).toEqual([{ name: 'passwd.txt', created_by: null, document_date: null, notes: 2048 }]);
  });

  it('members of every role come, and the owner of the source becomes an admin', async () => {
    for (const role of ['owner', 'admin', 'member', 'viewer']) await app.aUser({ email: `${role}@roles.example.com` });
    const records = (['owner', 'admin', 'member', 'viewer'] as const).map((role): ArchiveRecord => {
      return { kind: 'member', email: `${role}@roles.example.com`, role };
    });
    const { lines } = await importFrom(aSource(records));
    expect(lines.map(({ outcome }) => outcome)).toEqual(['changed', 'came', 'came', 'came']);
    expect(
      await rows(
        `select u.email, m.role from organization_member m join "user" u on u.id = m.user_id
         where m.organization_id = $1 and u.email like '%@roles.example.com' order by u.email`,
      ),
    ).toEqual([
      { email: 'admin@roles.example.com', role: 'admin' },
      { email: 'member@roles.example.com', role: 'member' },
      { email: 'owner@roles.example.com', role: 'admin' },
      { email: 'viewer@roles.example.com', role: 'viewer' },
    ]);
  });

  it('an import for a new organization does not go on in one that the same source has made for another owner', async () => {
    const { records, files } = someDocuments(1);
    const into = (owner: string) =>
      archives.execute(
        new MemorySource('shared', records, files),
        { newOrganizationOf: owner },
        { signal: new AbortController().signal, report: new ImportReport(() => undefined) },
      );
    const first = await into(email);
    const other = await app.anArchive();
    await poolOf(app).query(
      `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
       values ('org_mem_shared', now(), now(), $1, $2, 'admin')`,
      [first, other.userId],
    );
    const owner = await emailOf(other.userId);
    const second = await into(owner);
    expect(second).not.toBe(first);
    expect(await into(owner)).toBe(second);
    expect(await into(email)).toBe(first);
  });

  it('settings that an import leaves behind are named', async () => {
    const record: ArchiveRecord = {
      ...{ kind: 'organization', ref: 'o', name: 'With settings' },
      settings: { documents: { isInboxEnabled: true }, documentCodes: { isEnabled: true } },
    };
    const lines: ImportLine[] = [];
    const report = new ImportReport((line) => void lines.push(line));
    const { signal } = new AbortController();
    await archives.execute(aSource([record]), { newOrganizationOf: email }, { signal, report });
    expect(reasonsOf({ lines })).toMatch(/not imported, set them again: documentCodes/);
  });

  it('a database that fails while people are looked up ends the import, and the next one brings everything', async () => {
    const document = aDocument('d1', {
      properties: [{ ref: 'p1', values: [email] }],
      earlierVersions: [{ path: 'd1.v1', name: 'd1.txt', version: 1, createdBy: 'early@example.com' }],
    });
    const property: ArchiveRecord = { kind: 'property', ref: 'p1', name: 'Clerk', type: 'user_relation' };
    const source = aSource([property, document], { d1: 'new', 'd1.v1': 'old' });
    const users = command.get(UserRepository, { strict: false });
    const found = users.findByEmail.bind(users);
    const failing = new Set([email, 'early@example.com']);
    const lookUp = jest.spyOn(users, 'findByEmail').mockImplementation(async (address) => {
      // The first one is for the target of the import.
      if (lookUp.mock.calls.length > 1 && failing.delete(address)) throw new Error('the connection is gone');
      return found(address);
    });
    try {
      for (let run = 0; run < 2; run += 1) {
        lookUp.mockClear();
        await expect(importFrom(source)).rejects.toThrow('the connection is gone');
      }
      expect((await importFrom(source)).lines).toEqual([]);
    } finally {
      lookUp.mockRestore();
    }
    expect(failing).toEqual(new Set());
  });

  it('a property comes with the first of two options that have the same id', async () => {
    const property: ArchiveRecord = {
      ...{ kind: 'property', ref: 'p1', name: 'Place', type: 'select' },
      options: [
        { ref: 'o1', name: 'Attic' },
        { ref: 'o1', name: 'Cellar' },
      ],
    };
    const document = aDocument('d1', { properties: [{ ref: 'p1', values: ['o1'] }] });
    const result = await importFrom(aSource([property, document], { d1: 'one' }));
    expect(reasonsOf(result)).toMatch(/Another option than “Cellar” has its id/);
    expect(result.counts).toMatchObject({ property: { changed: 1 }, document: { came: 1 } });
  });

  it('a tag below one that was deleted here comes without a tag above it', async () => {
    const source = aSource([{ kind: 'tag', ref: 't1', name: 'Bills' }]);
    await importFrom(source);
    await rows('delete from tag where organization_id = $1');
    source.all.push({ kind: 'tag', ref: 't2', name: 'Water', parentRef: 't1' });
    const result = await importFrom(source);
    expect(reasonsOf(result)).toMatch(/that one was deleted here/);
    expect(await rows('select name, parent_id from tag where organization_id = $1')).toEqual([
      { name: 'Water', parent_id: null },
    ]);
  });

  it('a record that stands for several things counts as these', async () => {
    const { counts, lines } = await importFrom(
      aSource([
        { kind: 'unmapped', what: 'thumbnail', name: '7 in all', reason: 'Previews are made again.', count: 7 },
        { kind: 'unmapped', what: 'workflow', name: 'Mail to me', reason: 'There are no workflows.' },
      ]),
    );
    expect(counts['unmapped']).toMatchObject({ read: 8, 'not-imported': 8 });
    expect(lines.map(({ count }) => count)).toEqual([7, undefined]);
  });

  it('a link to a document that was purged here is left out, and the others come', async () => {
    const source = aSource(
      [{ kind: 'property', ref: 'p1', name: 'See also', type: 'document_relation' }, aDocument('d1'), aDocument('d2')],
      { d1: 'one', d2: 'two', d3: 'three' },
    );
    await importFrom(source);
    await rows(`delete from document where organization_id = $1 and name = 'd1.txt'`);
    source.all.push(aDocument('d3'), {
      ...{ kind: 'document-links', ref: 'd3', propertyRef: 'p1' },
      documentRefs: ['d1', 'd2'],
    });
    const result = await importFrom(source);
    expect(reasonsOf(result)).toMatch(/lacks 1 documents that were not imported, or purged here/);
    expect(
      await rows(
        `select r.name from document_custom_property v join document r on r.id = v.related_document_id
         where r.organization_id = $1`,
      ),
    ).toEqual([{ name: 'd2.txt' }]);
  });

  it('the audit log says who has imported what', async () => {
    const { records, files } = someDocuments(2);
    await importFrom(aSource(records, files));
    await app.drain();
    const entries = await rows<{ details: unknown }>(
      `select action, details from audit_entry where action = 'archive:imported' and organization_id = $1
       union all select action, details from audit_pending where action = 'archive:imported' and organization_id = $1`,
    );
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries[0])).toContain('document: 2 imported, 0 not');
  });
});
