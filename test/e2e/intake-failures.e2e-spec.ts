import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Intake, IntakeFile } from '@archivolt/plugin-kit';
import { HoldFile, IntakeFailures, TakeFile } from '#outside/intake';
import { ScheduledTasks } from '#ground/jobs';
import { createId } from '#ground/kernel';
import { FileStore } from '#capabilities/storage';
import type { IntakeFailureView } from '../../libs/outside/intake/src/http/intake-failures.dto.js';
import { addMember } from '../authorization/archive.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { loadedPlugin } from '../support/loaded-plugin.js';
import { poolOf } from '../support/rows.js';

interface List {
  failures: IntakeFailureView[];
  failuresCount: number;
}
interface ErrorBody {
  error: { code: string };
}

const MAX_BYTES = 1_000;
const source = { pluginId: 'intake-test', instance: 'default' };
const { signal } = new AbortController();

describe('failures of an intake', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let failures: string;
  /** What the source of the plugin has, by reference, and what it has cleaned up. */
  const kept = new Map<string, string>();
  const finished: string[] = [];
  /** What its next attempts to clean up end with. */
  const problems: Error[] = [];

  beforeAll(async () => {
    const intake: Intake = {
      run: () => Promise.resolve(),
      reopen: (reference) => {
        const content = kept.get(reference);
        return Promise.resolve(content === undefined ? undefined : Readable.from([Buffer.from(content)]));
      },
      finish: (reference) => {
        const problem = problems.pop();
        if (problem) return Promise.reject(problem);
        finished.push(reference);
        return Promise.resolve();
      },
    };
    app = await startApp(
      { DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: String(MAX_BYTES), INTAKE_FAILURES_MAX_HELD_BYTES: '10000' },
      {
        plugins: [
          loadedPlugin('intake-test', { intake: { create: () => intake } }),
          loadedPlugin('forgetful-test', { intake: { create: () => ({ run: () => Promise.resolve() }) } }),
        ],
      },
    );
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    failures = `/api/organizations/${organizationId}/intake/failures`;
    kept.clear();
    finished.length = 0;
  });

  const aFile = (changes: Partial<Omit<IntakeFile, 'content'>> & { content?: string } = {}): IntakeFile => {
    const { content = 'a letter', ...rest } = changes;
    const stream = Readable.from(content === '' ? [] : [Buffer.from(content)]);
    return { organizationId, key: createId('doc'), fileName: 'letter.txt', ...rest, content: stream };
  };
  const hold = (file: IntakeFile, sender = 'ada@example.com') =>
    app.app.get(HoldFile, { strict: false }).execute(source, file, {
      reason: `${sender} is not allowed.`,
      facts: { source: 'email', sender, subject: 'Your letter' },
      signal,
    });
  const take = (file: IntakeFile, from = source) =>
    app.app.get(TakeFile, { strict: false }).execute(from, file, signal);
  const list = async (query = '', by = api): Promise<List> => (await by.get<List>(failures + query)).body;
  const documents = async () =>
    (
      await poolOf(app).query<{ name: string; source: string }>(
        'select name, source from document where organization_id = $1 order by name',
        [organizationId],
      )
    ).rows;
  const heldFiles = async () =>
    (
      await poolOf(app).query<{ state: string }>(
        `select state from stored_file where starts_with(storage_key, $1 || '/intake/') order by state`,
        [organizationId],
      )
    ).rows.map(({ state }) => state);
  const events = async () =>
    (await api.get<{ events: { type: string; data: object }[] }>(`/api/organizations/${organizationId}/events`)).body
      .events;
  const sweep = () => app.app.get(ScheduledTasks).run('remove-outdated-intake-failures', signal);

  it('failures are listed newest first, page by page, with their sender and the reason', async () => {
    await hold(aFile({ fileName: 'first.txt' }));
    await take(aFile({ fileName: 'second.txt', content: '' }), { ...source, instance: 'scans' });
    const {
      failures: [second, first, ...others],
      failuresCount,
    } = await list();
    expect([others, failuresCount]).toEqual([[], 2]);
    expect(first).toEqual({
      id: expect.stringMatching(/^inf_[a-z0-9]{24}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      lastAttemptAt: first?.createdAt,
      attempts: 1,
      state: 'open',
      kind: 'file',
      source: 'email',
      origin: 'intake-test',
      fileName: 'first.txt',
      sender: 'ada@example.com',
      subject: 'Your letter',
      size: 8,
      reason: 'ada@example.com is not allowed.',
      isRetryable: true,
    });
    expect(second).toMatchObject({
      ...{ source: 'plugin', origin: 'intake-test (scans)', fileName: 'second.txt', sender: null, isRetryable: false },
      reason: expect.stringMatching(/empty/),
    });
    expect(await list('?pageIndex=1&pageSize=1')).toEqual({ failures: [first], failuresCount: 2 });
  });

  it('a held file becomes a document when it is tried again, and leaves the list', async () => {
    await hold(aFile({ fileName: 'held.txt', tags: ['Inbox'] }));
    const [failure] = (await list()).failures;
    const { status, body } = await api.post<{ failure: IntakeFailureView }>(`${failures}/${failure?.id}/retry`);
    expect([status, body.failure]).toEqual([202, { ...failure, state: 'retrying' }]);
    expect((await list()).failures).toEqual([{ ...failure, state: 'retrying', lastAttemptAt: expect.any(String) }]);
    expect(await heldFiles()).toEqual(['committed']);
    await app.drain();
    expect(await list()).toEqual({ failures: [], failuresCount: 0 });
    expect(await documents()).toEqual([{ name: 'held.txt', source: 'email' }]);
    expect(await heldFiles()).toEqual([]);
    const ofIntake = (await events()).filter(({ type }) => type.startsWith('intake:'));
    expect(ofIntake.map(({ type, data }) => [type, data])).toEqual([
      [
        'intake:failed',
        { failureId: failure?.id, source: 'email', reason: 'ada@example.com is not allowed.', name: 'held.txt' },
      ],
      ['intake:failure:removed', { failureId: failure?.id }],
    ]);
  });

  it('a failure leaves the list when a file with the same bytes has become a document in the meantime', async () => {
    await hold(aFile());
    await api.upload(organizationId, { name: 'same.txt', content: 'a letter' });
    const { body } = await api.post<{ retriedCount: number }>(`${failures}/retry`);
    expect(body).toEqual({ retriedCount: 1 });
    await app.drain();
    expect(await list()).toEqual({ failures: [], failuresCount: 0 });
    expect(await documents()).toMatchObject([{ name: 'same.txt' }]);
  });

  it('a failure is tried again from its source, which then cleans up, and refused again while it is too large', async () => {
    kept.set('scan 1', 'x'.repeat(MAX_BYTES + 1));
    await take(aFile({ fileName: 'scan.txt', reference: 'scan 1', content: 'x'.repeat(MAX_BYTES + 1) }));
    const [failure] = (await list()).failures;
    expect(failure).toMatchObject({ isRetryable: true, attempts: 1 });
    await api.post(`${failures}/${failure?.id}/retry`);
    await app.drain();
    const [again] = (await list()).failures;
    expect(again).toMatchObject({ id: failure?.id, state: 'open', attempts: 2, isRetryable: true });
    expect(again?.reason).toMatch(/too large/);
    expect(finished).toEqual([]);
    kept.set('scan 1', 'smaller');
    await api.post(`${failures}/${failure?.id}/retry`);
    await app.drain();
    expect(await list()).toEqual({ failures: [], failuresCount: 0 });
    expect(finished).toEqual(['scan 1']);
    expect(await documents()).toMatchObject([{ name: 'scan.txt' }]);
  });

  it('a failure is finished at its source even when the first clean-up fails, and is taken when all fail', async () => {
    const retry = async (reference: string, failing: number) => {
      kept.set(reference, `content of ${reference}`);
      await take(aFile({ fileName: reference, reference, content: '' }));
      problems.push(...Array.from({ length: failing }, () => new Error('The mailbox is busy.')));
      await api.post(`${failures}/retry`);
      await app.drain();
      problems.length = 0;
    };
    await retry('once.txt', 1);
    expect(finished).toEqual(['once.txt']);
    await retry('never.txt', 6);
    expect(finished).toEqual(['once.txt']);
    expect(await list()).toEqual({ failures: [], failuresCount: 0 });
    expect((await documents()).map(({ name }) => name)).toEqual(['never.txt', 'once.txt']);
  });

  it('a failure of one mail is finished at its source by the last of its organizations', async () => {
    const other = await app.anArchive();
    const reference = 'a mail to both';
    for (const each of [organizationId, other.organizationId])
      await take(aFile({ organizationId: each, key: 'both', reference, content: '' }));
    kept.set(reference, 'a letter to both');
    expect((await api.post(`${failures}/retry`)).body).toEqual({ retriedCount: 1 });
    await app.drain();
    expect([await documents(), finished]).toEqual([[{ name: 'letter.txt', source: 'plugin' }], []]);
    const theirs = `/api/organizations/${other.organizationId}/intake/failures`;
    expect((await other.api.post(`${theirs}/retry`)).body).toEqual({ retriedCount: 1 });
    await app.drain();
    expect([(await other.api.get<List>(theirs)).body.failuresCount, finished]).toEqual([0, [reference]]);
  });

  it('a failure that its source no longer has says so, and cannot be tried again', async () => {
    await take(aFile({ reference: 'scan 2', content: '' }));
    const [failure] = (await list()).failures;
    await api.post(`${failures}/${failure?.id}/retry`);
    await app.drain();
    expect((await list()).failures).toEqual([
      {
        ...failure,
        ...{ attempts: 2, isRetryable: false, reason: 'It is not where it was any more. Send it again.' },
        lastAttemptAt: expect.any(String),
      },
    ]);
    const refused = await api.post<ErrorBody>(`${failures}/${failure?.id}/retry`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'intake.failure_not_retryable']);
    expect((await api.post(`${failures}/retry`)).body).toEqual({ retriedCount: 0 });
  });

  it('a failure is gone for a plugin that cannot open it again, or is not installed any more', async () => {
    await take(aFile({ reference: 'one', content: '' }), { pluginId: 'forgetful-test', instance: 'default' });
    await take(aFile({ reference: 'two', content: '' }), { pluginId: 'removed-test', instance: 'default' });
    await take(aFile({ reference: 'three', content: '' }), { pluginId: 'intake-test', instance: 'removed' });
    expect((await api.post(`${failures}/retry`)).body).toEqual({ retriedCount: 3 });
    await app.drain();
    expect((await list()).failures.map(({ isRetryable, state }) => [isRetryable, state])).toEqual(
      Array.from({ length: 3 }, () => [false, 'open']),
    );
  });

  it('a failure that a member removes takes its held file with it', async () => {
    await hold(aFile());
    const [failure] = (await list()).failures;
    expect(await heldFiles()).toEqual(['committed']);
    expect((await api.delete(`${failures}/${failure?.id}`)).status).toBe(204);
    await app.drain();
    expect(await list()).toEqual({ failures: [], failuresCount: 0 });
    expect(await heldFiles()).toEqual([]);
    expect((await events()).at(-1)).toMatchObject({
      type: 'intake:failure:removed',
      data: { failureId: failure?.id },
    });
    const again = await api.delete<ErrorBody>(`${failures}/${failure?.id}`);
    expect([again.status, again.body.error.code]).toEqual([404, 'intake.failure_not_found']);
  });

  it('a file whose stream breaks before it is read is not held', async () => {
    const file = aFile();
    const content = new Readable({ read: () => undefined });
    const holding = hold({ ...file, content });
    content.destroy(new Error('The share is gone.'));
    await expect(holding).rejects.toThrow();
    expect([(await list()).failures, await heldFiles()]).toEqual([[], []]);
  });

  it('a file is held once for each key', async () => {
    const key = createId('doc');
    const refused = await hold(aFile({ key, content: 'x'.repeat(900) }));
    expect(await hold(aFile({ key, content: 'y'.repeat(900) }))).toEqual(refused);
    expect((await list()).failures).toMatchObject([{ size: 900, attempts: 1 }]);
    await app.drain();
    expect(await heldFiles()).toEqual(['committed']);
  });

  it('no file is held beyond a tenth of the limit for its sender, or beyond the limit of the organization', async () => {
    await hold(aFile({ content: 'x'.repeat(900) }));
    await hold(aFile({ fileName: 'more.txt', content: 'z'.repeat(900) }));
    expect((await list()).failures).toMatchObject([
      { fileName: 'more.txt', size: null, isRetryable: false },
      { size: 900, isRetryable: true },
    ]);
    for (let sender = 1; sender <= 11; sender += 1)
      await hold(aFile({ fileName: `${sender}.txt`, content: 'w'.repeat(900) }), `${sender}@example.com`);
    const held = (await list('?pageSize=100')).failures.filter(({ isRetryable }) => isRetryable);
    expect(held.map(({ fileName }) => fileName)).toEqual([
      ...Array.from({ length: 10 }, (_, place) => `${10 - place}.txt`),
      'letter.txt',
    ]);
    await app.drain();
    expect(await heldFiles()).toHaveLength(11);
  });

  it('failures are closed to members of another organization, and read-only for viewers', async () => {
    await hold(aFile());
    const [failure] = (await list()).failures;
    const other = await app.anArchive();
    const theirs = `/api/organizations/${other.organizationId}/intake/failures`;
    expect((await other.api.get<List>(theirs)).body).toEqual({ failures: [], failuresCount: 0 });
    expect((await other.api.post(`${theirs}/${failure?.id}/retry`)).status).toBe(404);
    expect((await other.api.delete(`${theirs}/${failure?.id}`)).status).toBe(404);
    expect((await other.api.post(`${theirs}/retry`)).body).toEqual({ retriedCount: 0 });
    expect((await other.api.get(failures)).status).toBe(403);
    await addMember(app, organizationId, { userId: other.userId, role: 'viewer' });
    expect((await list('', other.api)).failures).toEqual([failure]);
    expect((await other.api.post(`${failures}/${failure?.id}/retry`)).status).toBe(403);
    expect((await other.api.delete(`${failures}/${failure?.id}`)).status).toBe(403);
    expect((await list()).failures).toEqual([failure]);
  });

  it('a failure is stored whatever senders and plugins have written', async () => {
    const { failures: all } = await list();
    expect(all).toEqual([]);
    await take(
      aFile({ fileName: `odd\0 \ud800 ${'n'.repeat(300)}.txt`, type: 'nonsense', tags: ['a\0b'], content: '' }),
    );
    await app.app.get(IntakeFailures, { strict: false }).report(source, {
      ...{ organizationId, key: 'mail 1', kind: 'mail', source: 'email', reason: ' \0 ' },
      ...{ sender: `ada\r\n@example.com`, subject: `\u2028 ${'s'.repeat(2_000)}` },
    });
    const [mail, file] = (await list()).failures;
    expect(mail).toMatchObject({ reason: 'The intake gives no reason.', sender: 'ada @example.com', fileName: null });
    expect(mail?.subject).toMatch(/^s{400,500}$/);
    expect(file?.fileName).toMatch(/^odd \ufffd n+\.txt$/);
    expect(file?.fileName).toHaveLength(255);
  });

  it('a failure can be tried again when the earlier attempts were killed each time', async () => {
    await hold(aFile({}));
    const id = String((await list()).failures[0]?.id);
    const abandon = (hours: number) =>
      poolOf(app).query(
        `update intake_failure set state = 'retrying', last_attempt_at = now() - make_interval(hours => $2) where id = $1`,
        [id, hours],
      );
    await abandon(5);
    await sweep();
    expect((await list()).failures).toMatchObject([{ state: 'retrying' }]);
    await abandon(7);
    await sweep();
    expect((await list()).failures).toMatchObject([{ state: 'open' }]);
    expect((await api.post(`${failures}/${id}/retry`)).status).toBe(202);
    await app.drain();
    expect((await list()).failures).toEqual([]);
  });

  it('a failure is open again when its organization was deleted before the attempt, and taken after a restore', async () => {
    await hold(aFile({}));
    const deleteAt = (time: string) =>
      poolOf(app).query(`update organization set deleted_at = ${time} where id = $1`, [organizationId]);
    await api.post(`${failures}/retry`);
    await deleteAt('now()');
    await app.drain();
    await deleteAt('null');
    const reason = `There is no organization ${organizationId}.`;
    expect((await list()).failures).toMatchObject([{ state: 'open', attempts: 2, reason, isRetryable: true }]);
    await api.post(`${failures}/retry`);
    await app.drain();
    expect([(await list()).failures, await documents()]).toMatchObject([[], [{ name: 'letter.txt' }]]);
  });

  it('a failure is tried again even when its attempt has waited so long that it seemed abandoned', async () => {
    await hold(aFile({}));
    await api.post(`${failures}/retry`);
    await poolOf(app).query(
      `update intake_failure set last_attempt_at = now() - interval '7 hours' where organization_id = $1`,
      [organizationId],
    );
    await sweep();
    expect((await list()).failures).toMatchObject([{ state: 'open' }]);
    await app.drain();
    expect((await list()).failures).toEqual([]);
  });

  it('a failure stays on the list with the reason when its held file cannot be read', async () => {
    await hold(aFile());
    const store = app.app.get(FileStore, { strict: false });
    const original = store.read.bind(store);
    store.read = () => Promise.reject(new Error('The disk does not respond.'));
    try {
      await api.post(`${failures}/retry`);
      await app.drain();
    } finally {
      store.read = original;
    }
    expect((await list()).failures).toMatchObject([
      { state: 'open', attempts: 2, reason: 'The disk does not respond.', isRetryable: true },
    ]);
  });
});
