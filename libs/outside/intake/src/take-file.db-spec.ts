import { Readable } from 'node:stream';
import type { IntakeFile } from '@archivolt/plugin-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createId } from '#ground/kernel';
import { FileStore } from '#capabilities/storage';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { poolOf } from '../../../../test/support/rows.js';
import { IntakeFailures } from './intake-failures.js';
import { TakeFile } from './take-file.js';

const MAX_BYTES = 1_000;
const source = { pluginId: 'intake-test', instance: 'default' };
const never = new AbortController().signal;

describe('TakeFile', () => {
  let app: TestApp;
  let takeFile: TakeFile;
  let organizationId: string;

  beforeAll(async () => {
    app = await startApp({ DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: String(MAX_BYTES) });
    takeFile = app.app.get(TakeFile, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ organizationId } = await app.anArchive());
  });

  const aFile = (changes: Partial<Omit<IntakeFile, 'content'>> & { content?: Readable | string } = {}): IntakeFile => {
    const { content = 'some text', ...rest } = changes;
    const stream = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content;
    return { organizationId, key: createId('doc'), fileName: 'scan.txt', ...rest, content: stream };
  };
  const take = (file: IntakeFile, { from = source, signal = never } = {}) => takeFile.execute(from, file, signal);
  const rows = async <Row extends object>(text: string) =>
    (await poolOf(app).query<Row & Record<string, unknown>>(text, [organizationId])).rows;
  const documents = () =>
    rows(`select name, mime_type, created_by, deleted_at from document where organization_id = $1 order by name`);
  const outcomes = () => rows(`select outcome, reason from intake_file where organization_id = $1 order by created_at`);

  it('makes a document in the name of the plugin', async () => {
    const result = await take(aFile({ fileName: 'Brief Müller.pdf' }));
    expect(result).toEqual({ outcome: 'created', documentId: expect.stringMatching(/^doc_/) });
    expect(await documents()).toMatchObject([
      { name: 'Brief Müller.pdf', mime_type: 'application/pdf', created_by: null },
    ]);
    expect(
      await rows('select name, actor_reason from event where organization_id = $1 order by position desc limit 1'),
    ).toEqual([{ name: 'document:created', actor_reason: 'plugin:intake-test' }]);
  });

  it('takes each key of an instance once and returns the first result, whatever the second file holds', async () => {
    const first = await take(aFile({ key: 'mail 7 part 2' }));
    const unread = Readable.from([Buffer.from('other bytes')]);
    expect(await take(aFile({ key: 'mail 7 part 2', content: unread }))).toEqual(first);
    expect(unread.destroyed).toBe(true);
    expect(await documents()).toHaveLength(1);
    const other = { ...source, instance: 'office' };
    expect(await take(aFile({ key: 'mail 7 part 2', content: 'third' }), { from: other })).toMatchObject({
      outcome: 'created',
    });
  });

  it('takes a key once when it is handed over several times at the same moment', async () => {
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, index) => take(aFile({ key: 'twin', content: `bytes ${index}` }))),
    );
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await documents()).toHaveLength(1);
    const files = await rows(`select state from stored_file where starts_with(storage_key, $1)`);
    expect(files).toEqual([{ state: 'committed' }]);
  });

  it('removes a failure from the list whose key was taken before the source reported it', async () => {
    const file = { key: 'locked by another program' };
    const first = await take(aFile(file));
    const failure = {
      ...file,
      organizationId,
      kind: 'file' as const,
      source: 'plugin' as const,
      reason: 'It is busy.',
    };
    await app.app.get(IntakeFailures, { strict: false }).report(source, failure);
    const failures = () => rows('select reason from intake_failure where organization_id = $1');
    expect(await failures()).toEqual([{ reason: 'It is busy.' }]);
    expect(await take(aFile(file))).toEqual(first);
    expect(await failures()).toEqual([]);
  });

  it('a document that was purged after it was taken is not restored', async () => {
    const first = await take(aFile({ key: 'once' }));
    await poolOf(app).query('delete from document where organization_id = $1', [organizationId]);
    expect(await take(aFile({ key: 'once' }))).toEqual(first);
    expect(await documents()).toEqual([]);
  });

  it('names the document that already has the same bytes', async () => {
    const first = await take(aFile());
    expect(await take(aFile({ fileName: 'copy.txt' }))).toEqual({ ...first, outcome: 'duplicate' });
    expect(await documents()).toHaveLength(1);
  });

  it.each<[string, () => Partial<Omit<IntakeFile, 'content'>> & { content?: string }, RegExp]>([
    ['too large', () => ({ content: 'x'.repeat(MAX_BYTES + 1) }), /too large/],
    ['empty', () => ({ content: '' }), /empty/],
    ['of an unknown organization', () => ({ organizationId: 'org_000000000000000000000000' }), /no organization org_0/],
  ])('refuses a file that is %s permanently, with a reason', async (_, changes, reason) => {
    const key = createId('doc');
    const result = await take(aFile({ key, ...changes() }));
    expect(result).toEqual({ outcome: 'refused', reason: expect.stringMatching(reason) });
    expect(await take(aFile({ key, ...changes() }))).toEqual(result);
    expect(await documents()).toEqual([]);
  });

  it('a file that was refused for a wrong organization is taken with the right one', async () => {
    const key = createId('doc');
    expect(await take(aFile({ key, organizationId: createId('org') }))).toMatchObject({ outcome: 'refused' });
    expect(await take(aFile({ key }))).toMatchObject({ outcome: 'created' });
  });

  it('refuses a file for a deleted organization, and takes the same file when the organization is restored', async () => {
    const key = createId('doc');
    await poolOf(app).query('update organization set deleted_at = now() where id = $1', [organizationId]);
    expect(await take(aFile({ key }))).toMatchObject({ outcome: 'refused' });
    expect(await outcomes()).toEqual([]);
    await poolOf(app).query('update organization set deleted_at = null where id = $1', [organizationId]);
    expect(await take(aFile({ key }))).toMatchObject({ outcome: 'created' });
  });

  it('a file whose source breaks off leaves no trace, and is taken the next time', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      await Promise.resolve();
      throw new Error('the share is gone');
    }
    const file = { key: 'again' };
    await expect(take(aFile({ ...file, content: Readable.from(broken()) }))).rejects.toMatchObject({
      name: 'TransientPluginError',
      message: 'the share is gone',
    });
    expect([await documents(), await outcomes()]).toEqual([[], []]);
    expect(await take(aFile(file))).toMatchObject({ outcome: 'created' });
  });

  it('stops when the signal is aborted in the middle of a file', async () => {
    const abort = new AbortController();
    const endless = new Readable({ read: () => undefined });
    endless.push('half');
    const taking = take(aFile({ content: endless }), { signal: abort.signal });
    setImmediate(() => abort.abort(new Error('another process has taken over')));
    await expect(taking).rejects.toMatchObject({ name: 'TransientPluginError' });
    expect(endless.destroyed).toBe(true);
    expect([await documents(), await outcomes()]).toEqual([[], []]);
    await expect(take(aFile(), { signal: abort.signal })).rejects.toMatchObject({ name: 'TransientPluginError' });
  });

  it('asks for another attempt when the disk is full', async () => {
    const store = app.app.get(FileStore, { strict: false });
    const original = store.store.bind(store);
    store.store = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    try {
      await expect(take(aFile({ key: 'later' }))).rejects.toMatchObject({ name: 'TransientPluginError' });
    } finally {
      store.store = original;
    }
    expect(await take(aFile({ key: 'later' }))).toMatchObject({ outcome: 'created' });
  });

  it.each(['', 'x'.repeat(501)])('refuses a key that is empty or too long', async (key) => {
    const content = Readable.from([Buffer.from('x')]);
    await expect(take(aFile({ key, content }))).rejects.toMatchObject({ name: 'PermanentPluginError' });
    expect(content.destroyed).toBe(true);
  });

  it.each<[string, object]>([
    ['a key that is not valid Unicode', { key: 'scan \ud800' }],
    ['an organization that is not a text', { organizationId: undefined }],
    ['an organization with a character that cannot be stored', { organizationId: 'org_\0' }],
    ['a huge organization', { organizationId: 'o'.repeat(1_000_000) }],
    ['a name that is not a text', { fileName: 7 }],
    ['a type that is not a text', { type: {} }],
  ])('refuses a file with %s permanently', async (_, changes) => {
    const given = aFile(changes);
    await expect(take(given)).rejects.toMatchObject({ name: 'PermanentPluginError' });
    expect(given.content.destroyed).toBe(true);
  });
});
