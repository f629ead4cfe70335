/** @own-modules */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FileStore } from '#capabilities/storage';
import { Leases } from '#ground/database';
import { Clock } from '#ground/kernel';
import { BundleSource, exportOrganization } from '#operation/bundles';
import type { ArchiveRecord } from '#operation/imports';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { makeArchive, type Archive } from '../authorization/archive.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { runCliHere } from './run-cli-here.js';

const { signal } = new AbortController();
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

type RecordOf<Kind extends ArchiveRecord['kind']> = Extract<ArchiveRecord, { kind: Kind }>;

jest.setTimeout(300_000);

describe('the export of an organization', () => {
  let app: TestApp;
  let work: string;
  let folder: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    work = await mkdtemp(join(tmpdir(), 'archivolt-export-'));
    folder = join(work, 'bundle');
  });
  afterEach(() => rm(work, { recursive: true, force: true }));

  const get = <Service>(type: abstract new (...values: never[]) => Service): Service =>
    app.app.get<Service>(type, { strict: false });
  const services = (files: Pick<FileStore, 'read'> = get(FileStore)) => ({
    installation: app.installation,
    files: files as FileStore,
    leases: get(Leases),
    clock: new Clock(),
  });
  const exported = (organizationId: string, files?: Pick<FileStore, 'read'>, within = signal) =>
    exportOrganization(folder, organizationId, services(files), { signal: within, report: () => undefined });
  const cli = (...words: string[]) =>
    runCliHere(['export', ...words], {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATA_DIR: app.dataDir,
      DATABASE_URL: app.installation.databaseUrl,
    });
  const recordsOf = async <Kind extends ArchiveRecord['kind']>(kind: Kind): Promise<RecordOf<Kind>[]> => {
    const source = await BundleSource.open(folder, signal);
    const records: RecordOf<Kind>[] = [];
    for await (const record of source.records(signal)) if (record.kind === kind) records.push(record as RecordOf<Kind>);
    return records;
  };
  const recordFiles = async (): Promise<Record<string, string>> => {
    const names = await readdir(join(folder, 'records'));
    const contents = names.map(async (name) => [name, await readFile(join(folder, 'records', name), 'utf8')] as const);
    return Object.fromEntries(await Promise.all(contents));
  };
  const filesIn = async (): Promise<string[]> =>
    (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  const upload = async (api: ApiClient, organizationId: string, content: string): Promise<string> =>
    (await api.upload(organizationId, { name: `${content}.txt`, content })).body.document.id;
  const onDisk = (organizationId: string, id: string) =>
    join(app.dataDir, 'documents', `${organizationId}/originals/${id}.txt`);

  async function aFilledArchive(): Promise<{ archive: Archive; api: ApiClient; email: string; viewerEmail: string }> {
    const email = `owner-${Math.random().toString(36).slice(2)}@example.com`;
    const { api, userId } = await app.aUser({ email });
    const archive = await makeArchive(app, api, userId);
    return { archive, api, email, viewerEmail: `${archive.marker}-viewer@example.test` };
  }
  const sent = async <Body = unknown>(response: Promise<{ status: number; body: Body }>): Promise<Body> => {
    const { status, body } = await response;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };

  it('a bundle has everything that the organization has, and a second export has the same bytes', async () => {
    const { archive, api, email, viewerEmail } = await aFilledArchive();
    const { organizationId, documentId, trashedDocumentId, attachedTagId, tagId, marker } = archive;
    const base = `/api/organizations/${organizationId}`;
    const document = `${base}/documents/${documentId}`;
    const aProperty = async (type: string, name: string, more = {}): Promise<string> =>
      (
        await sent(
          api.post<{ propertyDefinition: { id: string } }>(`${base}/custom-properties`, { type, name, ...more }),
        )
      ).propertyDefinition.id;
    const { rows: found } = await poolOf(app).query<{ id: string }>('select id from "user" where email = $1', [
      viewerEmail,
    ]);
    const viewerId = found[0]?.id ?? '';
    const values: [string, unknown, unknown[]][] = [
      [await aProperty('text', 'Remark'), 'two\nlines', ['two\nlines']],
      [await aProperty('number', 'Amount of it'), 12.5, [12.5]],
      [await aProperty('date', 'End'), '2030-02-01', ['2030-02-01T00:00:00.000Z']],
      [await aProperty('boolean', 'Paid'), false, [false]],
      [archive.propertyDefinitionId, archive.optionId, [archive.optionId]],
      [await aProperty('user_relation', 'Clerk'), [viewerId], [viewerEmail]],
    ];
    const related = await aProperty('document_relation', 'Belongs to', { description: 'the letter it answers' });
    for (const [id, value] of [...values, [related, [trashedDocumentId, documentId]] as const])
      await sent(api.put(`${document}/custom-properties/${id}`, { value }));
    await sent(api.patch(document, { name: 'Letter.txt', notes: 'a note', documentDate: '2026-03-04' }));
    await sent(api.put(`${document}/archive-number`, { archiveNumber: 42 }));
    await sent(
      api.patch(`${base}/settings`, { ai: { autoTagging: { maxTags: 3 } }, documents: { isInboxEnabled: true } }),
    );
    await sent(api.put(`${document}/hold`, { reason: 'a law suit' }));
    await sent(api.put(`${base}/tags/${tagId}`, { parentId: attachedTagId }));
    await sent(api.put(`${base}/invoice-details`, { isEnabled: true }));
    await poolOf(app).query(`update document set ocr_languages = '{deu,eng}', is_in_inbox = true where id = $1`, [
      documentId,
    ]);
    await app.drain(); // the rule below would change the document
    const [, , end, , , clerk] = values.map(([id]) => id);
    await sent(
      api.post(`${base}/tagging-rules`, {
        name: 'By clerk',
        conditionMatchMode: 'any',
        conditions: [
          { field: 'property', operator: 'equal', value: viewerId, propertyDefinitionId: clerk },
          { field: 'name', operator: 'contains', value: 'bill' },
        ],
        tagIds: [tagId, attachedTagId],
        changes: [
          { kind: 'property', propertyDefinitionId: archive.propertyDefinitionId, value: archive.optionId },
          { kind: 'property', propertyDefinitionId: clerk, value: [viewerId] },
          { kind: 'documentDate', value: 'upload-date' },
        ],
        followUps: [{ kind: 'notify', userIds: [viewerId] }, { kind: 'webhook' }],
      }),
    );
    const aView = async (fields: object) =>
      (
        await sent(
          api.post<{ documentView: { id: string } }>(`${base}/document-views`, { query: 'tag:bill', ...fields }),
        )
      ).documentView.id;
    const above = await aView({
      name: 'Above',
      isPinned: true,
      sortField: 'name',
      sortOrder: 'asc',
      columns: ['name'],
    });
    await aView({ name: 'Mine', isShared: false, parentId: above, layout: 'cards', description: 'mine only' });
    const dated = { dateSource: 'property', propertyId: end, offsetAmount: -2, offsetUnit: 'days' };
    await sent(api.post(`${base}/reminders`, { name: 'Renew', query: 'tag:bill', ...dated }));

    const { manifest, copied } = await exported(organizationId);
    expect(manifest).toMatchObject({ 'archivolt-bundle': 1, organization: { ref: organizationId } });
    expect(copied.files).toBe(2);
    expect(await recordsOf('organization')).toEqual([
      {
        ...{ kind: 'organization', ref: organizationId, name: `${marker} org` },
        settings: {
          ai: { autoTagging: { maxTags: 3 } },
          documents: { isInboxEnabled: true },
          invoiceDetails: { isEnabled: true },
        },
      },
    ]);
    expect(await recordsOf('member')).toEqual([
      { kind: 'member', email, name: expect.any(String), role: 'owner' },
      { kind: 'member', email: viewerEmail, name: expect.any(String), role: 'viewer' },
    ]);
    expect(await recordsOf('tag')).toEqual([
      { kind: 'tag', ref: attachedTagId, name: `${marker} on`, color: '#336699' },
      { kind: 'tag', ref: tagId, name: `${marker} free`, color: '#336699', parentRef: attachedTagId },
    ]);
    const properties = await recordsOf('property');
    expect(properties.slice(0, 7).map(({ role }) => role)).toEqual(Array.from({ length: 7 }));
    expect(properties.slice(7)).toContainEqual(expect.objectContaining({ name: 'Due date', role: 'due_date' }));
    expect(properties).toContainEqual({
      ...{ kind: 'property', ref: archive.propertyDefinitionId, name: `${marker} property`, type: 'select' },
      hidden: false,
      options: [
        { ref: archive.optionId, name: `${marker} option` },
        { ref: archive.otherOptionId, name: `${marker} second option` },
      ],
    });
    expect(properties).toContainEqual({
      ...{ kind: 'property', ref: related, name: 'Belongs to', type: 'document_relation', hidden: false },
      description: 'the letter it answers',
    });

    const [kept, trashed, ...more] = await recordsOf('document');
    const content = `${marker} kept text`;
    expect(more).toEqual([]);
    expect(kept).toEqual({
      kind: 'document',
      ref: documentId,
      name: 'Letter.txt',
      file: {
        path: expect.stringMatching(new RegExp(String.raw`^files/\d{4}-\d\d/Letter \[${documentId}\]\.txt$`)),
        name: `${marker} kept.txt`,
        mimeType: 'text/plain',
        size: content.length,
        sha256: sha256(content),
      },
      createdAt: MOMENT,
      createdBy: email,
      updatedAt: MOMENT,
      source: 'upload',
      documentDate: '2026-03-04T00:00:00.000Z',
      archiveNumber: 42,
      notes: 'a note',
      isInInbox: true,
      tagRefs: expect.arrayContaining([tagId, attachedTagId]),
      properties: expect.arrayContaining(values.map(([ref, , all]) => ({ ref, values: all }))),
      content,
      ocrLanguages: ['deu', 'eng'],
      history: expect.arrayContaining([
        { at: MOMENT, event: 'created', by: email },
        { at: MOMENT, event: 'tagged', by: email, data: { tagRef: attachedTagId } },
      ]),
    });
    expect(kept?.properties).toHaveLength(values.length);
    expect(trashed).toMatchObject({ ref: trashedDocumentId, deletedAt: MOMENT, deletedBy: email });
    expect(await recordsOf('document-links')).toEqual([
      { kind: 'document-links', ref: documentId, propertyRef: related, documentRefs: [trashedDocumentId, documentId] },
    ]);
    expect(await recordsOf('view')).toEqual([
      { kind: 'view', ref: archive.documentViewId, name: `${marker} view`, query: marker, isPinned: false },
      {
        ...{ kind: 'view', ref: above, name: 'Above', query: 'tag:bill', isPinned: true },
        ...{ sortField: 'name', sortOrder: 'asc', columns: ['name'] },
      },
      {
        ...{ kind: 'view', ref: expect.any(String), name: 'Mine', query: 'tag:bill', isPinned: false },
        ...{ parentRef: above, privateTo: email, layout: 'cards', description: 'mine only' },
      },
    ]);
    expect(await recordsOf('rule')).toEqual([
      expect.objectContaining({ ref: archive.taggingRuleId, conditions: [], tagRefs: [tagId] }),
      {
        ...{ kind: 'rule', ref: expect.any(String), name: 'By clerk', enabled: true, conditionMatchMode: 'any' },
        conditions: [
          { field: 'property', operator: 'equal', value: viewerEmail, propertyRef: clerk },
          { field: 'name', operator: 'contains', value: 'bill' },
        ],
        tagRefs: [tagId, attachedTagId],
        changes: [
          { kind: 'property', propertyRef: archive.propertyDefinitionId, value: archive.optionId },
          { kind: 'property', propertyRef: clerk, value: [viewerEmail] },
          { kind: 'documentDate', value: 'upload-date' },
        ],
        followUps: [{ kind: 'notify', users: [viewerEmail] }, { kind: 'webhook' }],
      },
    ]);
    expect(await recordsOf('reminder')).toEqual([
      expect.objectContaining({ ref: archive.reminderId, query: '', dateSource: 'createdAt', offsetAmount: 0 }),
      {
        ...{ kind: 'reminder', ref: expect.any(String), name: 'Renew', query: 'tag:bill', dateSource: 'property' },
        ...{ propertyRef: end, offsetAmount: -2, offsetUnit: 'days', isEnabled: true, sendsMail: expect.any(Boolean) },
      },
    ]);
    const unmapped = await recordsOf('unmapped');
    expect(unmapped.map(({ what }) => what)).toEqual([
      ...['calendar address', 'file of an intake', 'file request', 'file request', 'intake address', 'invitation'],
      ...['legal hold', 'password for files', 'retention rule', 'share link', 'share link', 'webhook'],
    ]);
    expect(unmapped.filter(({ name, reason }) => name === '' || reason === '')).toEqual([]);

    const first = await recordFiles();
    const second = await exported(organizationId);
    expect(second.copied.files).toBe(0);
    expect(await recordFiles()).toEqual(first);
  });

  it('a bundle has no secret, and nothing of another organization', async () => {
    const { archive } = await aFilledArchive();
    const { archive: other } = await aFilledArchive();
    await app.drain();
    await exported(archive.organizationId);
    const all = Object.values(await recordFiles()).join('') + (await readFile(join(folder, 'manifest.json'), 'utf8'));
    expect(all).toContain(archive.marker);
    const secrets = [
      `${archive.marker} secret`,
      `${archive.marker} next secret`,
      ...[archive.fileRequestToken, archive.lockedFileRequestToken, archive.shareLinkToken],
      ...[archive.protectedShareLinkToken, archive.agendaFile.replace('.ics', '')],
    ];
    for (const secret of secrets) expect(all).not.toContain(secret);
    for (const column of ['password_hash', 'secret', 'token', 'key_hash', 'sealed'])
      expect(all).not.toContain(`"${column}"`);
    for (const foreign of [other.marker, other.organizationId, other.documentId]) expect(all).not.toContain(foreign);
    expect((await filesIn()).join(' ')).not.toContain(other.marker);
  });

  it('a bundle has the files of earlier versions, and a file that versions share once', async () => {
    const { api, organizationId } = await app.anArchive();
    const pdf = aPdf(...['One page', 'Another page'].map((words) => ({ drawing: textLines([words]) })));
    const { body } = await api.upload(organizationId, { name: 'scan.pdf', content: pdf });
    const { id } = body.document;
    const document = `/api/organizations/${organizationId}/documents/${id}`;
    await app.drain();
    await sent(api.post(`${document}/pages`, { pages: [{ page: 2 }] }));
    await app.drain();
    await sent(api.post(`${document}/versions/1/restore`));
    await app.drain();
    await exported(organizationId);
    expect(await filesIn()).toEqual([`scan [${id} v2].pdf`, `scan [${id}].pdf`]);
    const [record] = await recordsOf('document');
    expect(record).toMatchObject({
      fileVersion: { version: 3, change: 'restore', restoredVersion: 1, createdAt: MOMENT },
      earlierVersions: [
        { version: 1, change: 'upload', path: record?.file.path, sha256: record?.file.sha256 },
        { version: 2, change: 'pages', size: expect.any(Number) },
      ],
    });
    const source = await BundleSource.open(folder, signal);
    for (const file of [record?.file, ...(record?.earlierVersions ?? [])])
      if (file) expect((await text(await source.open(file, signal))).slice(0, 5)).toBe('%PDF-');
  });

  it('a bundle has the file of every record, although documents are purged while it is made', async () => {
    const { api, organizationId } = await app.anArchive();
    const ids = await Promise.all(Array.from({ length: 8 }, (_, at) => upload(api, organizationId, `kept ${at}`)));
    const store = get(FileStore);
    const documents = `/api/organizations/${organizationId}/documents`;
    let reads = 0;
    const read: FileStore['read'] = async (key, options) => {
      if ((reads += 1) === 1) {
        for (const id of ids) {
          expect((await api.delete(`${documents}/${id}`)).status).toBe(204);
          expect((await api.delete(`${documents}/trash/${id}`)).status).toBe(204);
        }
        await upload(api, organizationId, 'too late');
        await app.drain();
        await store.sweep(0);
      }
      return store.read(key, options);
    };
    const { manifest } = await exported(organizationId, { read });
    expect(manifest.files).toMatchObject({ count: 8, lost: [] });
    expect(await recordsOf('document')).toHaveLength(8);
    await exported(organizationId);
    expect(await filesIn()).toEqual([expect.stringContaining('too late')]);
  });

  it('an export that is cut off leaves no bundle, and the next one takes over its files', async () => {
    const { api, organizationId } = await app.anArchive();
    for (const at of Array.from({ length: 12 }, (_, each) => each)) await upload(api, organizationId, `file ${at}`);
    const store = get(FileStore);
    const stopped = new AbortController();
    let reads = 0;
    const read: FileStore['read'] = (key, options) => {
      if ((reads += 1) === 7) stopped.abort(new Error('stopped'));
      return store.read(key, options);
    };
    await expect(exported(organizationId, { read }, stopped.signal)).rejects.toThrow('stopped');
    await expect(BundleSource.open(folder, signal)).rejects.toThrow('an export into this folder has not ended');
    const left = await filesIn();
    expect(left.length).toBeGreaterThanOrEqual(1);
    const damaged = join(folder, 'files', (await readdir(join(folder, 'files')))[0] ?? '', left[0] ?? '');
    await writeFile(damaged, (await readFile(damaged, 'utf8')).replace('file', 'fill'));
    const { manifest, copied } = await exported(organizationId);
    expect(manifest.files.count).toBe(12);
    expect(copied.files).toBe(12 - left.length + 1);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['files', 'manifest.json', 'records']));
    expect(await readdir(folder)).toHaveLength(3);
    const source = await BundleSource.open(folder, signal);
    for (const { file } of await recordsOf('document'))
      expect(await text(await source.open(file, signal))).toMatch(/^file \d+$/);
  });

  it('the command exports by name, names lost and damaged files, and ends with 1 then', async () => {
    const { api, organizationId } = await app.anArchive('Lost and found');
    const lost = await upload(api, organizationId, 'lost');
    const damaged = await upload(api, organizationId, 'damaged');
    await upload(api, organizationId, 'sound');
    await app.drain();
    expect(await cli('Lost and found', '--folder', folder)).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(/Files: 3, 0\.0 MB; copied: 3, [^]*The bundle of Lost and found is complete: /),
    });
    await rm(folder, { recursive: true });
    await rm(onDisk(organizationId, lost));
    await writeFile(onDisk(organizationId, damaged), 'dAmaged');
    const { code, output, errors } = await cli(organizationId, '--folder', folder);
    expect([code, errors]).toEqual([1, expect.stringContaining('2 files are not in it')]);
    expect(output).toMatch(/Not in the bundle: files\/\S+\/lost \[doc_/);
    const { manifest } = await BundleSource.open(folder, signal);
    expect(manifest.files).toMatchObject({
      count: 1,
      lost: expect.arrayContaining([
        expect.objectContaining({ documentRef: lost, reason: expect.stringContaining('missing') }),
        expect.objectContaining({ documentRef: damaged }),
      ]),
    });
    expect(await filesIn()).toHaveLength(1);
    expect(await cli('No such organization', '--folder', folder)).toMatchObject({ code: 1 });
  });

  it('an export into a folder with anything else is refused, and removes nothing', async () => {
    const { organizationId } = await app.anArchive();
    const other = await app.anArchive();
    await expect(
      exportOrganization(join(app.dataDir, 'out'), organizationId, services(), { signal, report: () => undefined }),
    ).rejects.toThrow('is inside DATA_DIR');
    folder = work;
    await writeFile(join(work, 'holiday.txt'), 'mine');
    await expect(exported(organizationId)).rejects.toThrow('is not empty.\nRemedy: name an empty or a new folder');
    expect(await readdir(work)).toEqual(['holiday.txt']);
    folder = join(work, 'bundle');
    await exported(organizationId);
    await expect(exported(other.organizationId)).rejects.toThrow('has the bundle of another organization');
    expect(await recordsOf('organization')).toMatchObject([{ ref: organizationId }]);
    await expect(exported('org_none')).rejects.toThrow('there is no organization org_none');
  });
});
