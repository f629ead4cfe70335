import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UploadDocument, type ReceivedFile } from '#archive/documents';
import { Counters } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { systemContext, withRequestOrigin, type OrganizationContext } from '#ground/kernel';
import { AddDocuments } from '#archive/uploads';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { poolOf } from '../../../../test/support/rows.js';

const DETAILS = { mimeType: 'text/plain', ocrLanguages: [], tagIds: [] };

describe('AddDocuments', () => {
  let app: TestApp;
  let uploads: UploadDocument;
  let adding: AddDocuments;
  let ctx: OrganizationContext;

  beforeAll(async () => {
    app = await startApp();
    uploads = app.app.get(UploadDocument, { strict: false });
    adding = app.app.get(AddDocuments, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ctx = systemContext((await app.anArchive()).organizationId, 'command');
  });

  const receive = (content: string, name = 'file.txt') =>
    uploads.receive(ctx, { name, content: Readable.from([Buffer.from(content)]) }, new AbortController().signal);
  const receiveAll = async (contents: readonly string[]): Promise<ReceivedFile[]> => {
    const files: ReceivedFile[] = [];
    for (const content of contents) files.push(await receive(content));
    return files;
  };
  /** Each as a request of its own, from an address of its own. */
  const addAll = (files: readonly ReceivedFile[]) =>
    Promise.allSettled(
      files.map((file, number) =>
        withRequestOrigin({ requestId: `req_${number}`, address: `192.0.2.${number}`, userAgent: null }, () =>
          adding.add(ctx, file, DETAILS),
        ),
      ),
    );
  const rows = async <Row extends object>(text: string, values: unknown[] = [ctx.organizationId]): Promise<Row[]> =>
    (await poolOf(app).query<Row>(text, values)).rows;
  const eventsOf = () =>
    rows<{ position: string; address: string; id: string; transaction: string }>(
      `select position, client_address as address, payload->>'documentId' as id, xmin::text as transaction from event
       where organization_id = $1 and name = 'document:created' order by position`,
    );
  const statesOf = async () =>
    (
      await rows<{ state: string }>('select state from stored_file where starts_with(storage_key, $1) order by state')
    ).map(({ state }) => state);

  it('adds documents that arrive together in few transactions, each with an event that names its own request', async () => {
    const files = await receiveAll(['one', 'two', 'three', 'four', 'five']);
    const added = await addAll(files);
    expect(added.map(({ status }) => status)).toEqual(files.map(() => 'fulfilled'));
    const events = await eventsOf();
    expect(new Set(events.map(({ transaction }) => transaction)).size).toBe(2);
    expect(events.map(({ position }) => Number(position))).toEqual([2, 3, 4, 5, 6]);
    expect(new Map(events.map(({ id, address }) => [id, address]))).toEqual(
      new Map(files.map(({ documentId }, number) => [documentId, `192.0.2.${number}`])),
    );
    expect(await statesOf()).toEqual(files.map(() => 'committed'));
    expect(await app.app.get(Counters, { strict: false }).of(ctx)).toMatchObject({
      activeDocuments: 5,
      activeBytes: 19,
    });
    for (const file of files) await file[Symbol.asyncDispose]();
    expect(await statesOf()).toEqual(files.map(() => 'committed'));
    await app.app.get(JobQueue, { strict: false }).drain();
    expect(
      await rows('select content from document where organization_id = $1 order by content', [ctx.organizationId]),
    ).toEqual(['five', 'four', 'one', 'three', 'two'].map((content) => ({ content })));
  });

  it('refuses only the file with a known content, and one of two with the same content', async () => {
    const files = await receiveAll(['known', 'new', 'twice', 'twice', 'other']);
    await adding.add(ctx, await receive('known', 'before.txt'), DETAILS);
    const added = await addAll(files);
    const outcomes = added.map((each) =>
      each.status === 'fulfilled' ? 'added' : (each.reason as { code: string }).code,
    );
    const ALREADY = 'document.already_exists';
    expect(outcomes.toSorted()).toEqual(['added', 'added', 'added', ALREADY, ALREADY]);
    expect([outcomes[0], outcomes[1], outcomes[4]]).toEqual([ALREADY, 'added', 'added']);
    expect(await eventsOf()).toHaveLength(4);
    for (const file of files) await file[Symbol.asyncDispose]();
    expect(await statesOf()).toEqual(['committed', 'committed', 'committed', 'committed']);
  });

  it('adds all other documents when one of them cannot be added', async () => {
    const files = await receiveAll(['first', 'second', 'swept', 'fourth']);
    await poolOf(app).query(`update stored_file set state = 'deleting' where storage_key = $1`, [
      files[2]?.stored.storageKey,
    ]);
    const added = await addAll(files);
    expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect((await eventsOf()).map(({ id }) => id).toSorted()).toEqual(
      [0, 1, 3].map((index) => files[index]?.documentId).toSorted(),
    );
    expect(await app.app.get(Counters, { strict: false }).of(ctx)).toMatchObject({ activeDocuments: 3 });
  });

  it('refuses all documents when the organization is deleted', async () => {
    const files = await receiveAll(['early', 'late', 'later']);
    await poolOf(app).query('update organization set deleted_at = now() where id = $1', [ctx.organizationId]);
    const added = await addAll(files);
    expect(added.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    for (const file of files) await file[Symbol.asyncDispose]();
    expect(await statesOf()).toEqual([]);
  });
});
