import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ChangeTags, type TagChanges } from '#archive/metadata';
import { DocumentRepository } from '#archive/documents';
import { UnitOfWork } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { Tasks } from '#archive/tasks';
import { TagNotFound, TagsService } from '#archive/tags';
import { RestoreDocuments, TrashDocuments } from '#archive/trash';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../../test/support/rows.js';
import { Batches, ChangeDates, RemoveChangeSets, RunBatchInChunks, UndoBatch } from './index.js';

const QUERY = { query: '' };

describe('a batch in the background', () => {
  let app: TestApp;
  let batches: Batches;
  let tasks: Tasks;
  let changeTags: ChangeTags;
  let ctx: OrganizationContext;
  let tagId: string;

  beforeAll(async () => {
    app = await startApp();
    batches = app.app.get(Batches, { strict: false });
    tasks = app.app.get(Tasks, { strict: false });
    changeTags = app.app.get(ChangeTags, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { organizationId, userId } = await app.anArchive();
    const actor = { via: 'session', userId, sessionId: 'session', isAdmin: false } as const;
    ctx = { organizationId, actor, role: 'owner', requestId: 'request-1' };
    const create = app.app.get(TagsService, { strict: false });
    const tag = { name: 'One', color: '#00ff00' };
    tagId = (await app.app.get(UnitOfWork).run((tx) => create.create(tx, ctx, tag))).id;
  });
  afterEach(() => {
    delete (changeTags as Partial<ChangeTags>).apply; // what a test has put in front of the method
  });

  const addDocuments = async (count: number, options: { trashed?: boolean } = {}): Promise<string[]> =>
    (await addDocumentRows(app, ctx.organizationId, count, options)).map(({ id }) => id).sort();
  const start = async (parameters: Partial<TagChanges> = {}, filter: object = QUERY): Promise<string> => {
    const request = {
      filter: filter as { query: string },
      parameters: { addTagIds: [tagId], removeTagIds: [], ...parameters },
      prefersAsync: true,
    };
    return (await batches.request(ctx, changeTags, request)).taskId ?? '';
  };
  const run = (taskId: string) =>
    app.app.get(RunBatchInChunks, { strict: false }).handle({
      data: { organizationId: ctx.organizationId, taskId },
      signal: new AbortController().signal,
    });
  const undo = async (taskId: string): Promise<string> => {
    const undoing = await app.app.get(UndoBatch, { strict: false }).execute(ctx, taskId);
    await run(undoing);
    return undoing;
  };
  /** Runs `step` before the n-th chunk is changed. */
  const beforeChunk = (number: number, step: () => Promise<void>): void => {
    let chunk = 0;
    const apply = ChangeTags.prototype.apply.bind(changeTags);
    changeTags.apply = async (...given) => {
      chunk += 1;
      if (chunk === number) await step();
      return apply(...given);
    };
  };
  const tagged = async (): Promise<string[]> => {
    const { rows } = await poolOf(app).query<{ id: string }>(
      `select document_id as id from document_tag where tag_id = $1 order by 1`,
      [tagId],
    );
    return rows.map(({ id }) => id);
  };
  const countOf = async (table: string): Promise<number> => {
    const { rows } = await poolOf(app).query<{ count: number }>(
      `select count(*)::int as count from ${table} join task on task.id = ${table}.task_id where organization_id = $1`,
      [ctx.organizationId],
    );
    return rows[0]?.count ?? 0;
  };
  const endedEarlier = (taskId: string, minutes: number) =>
    poolOf(app).query('update task set finished_at = now() - make_interval(mins => $2) where id = $1', [
      taskId,
      minutes,
    ]);
  /** Of everything that a batch may change, except for the times of changes. */
  const contentOfArchive = async (): Promise<unknown> => {
    const { rows } = await poolOf(app).query<object>(
      `select to_jsonb(d) - 'updated_at' as document, (
         select jsonb_agg(tag_id order by tag_id) from document_tag where document_id = d.id) as tags
       from document d where organization_id = $1 order by id`,
      [ctx.organizationId],
    );
    return rows;
  };

  it('changes every document once and records each change for the user who requested it', async () => {
    const ids = await addDocuments(1_200);
    const taskId = await start();
    await run(taskId);
    expect(await tagged()).toEqual(ids);
    expect(await tasks.find(ctx, taskId)).toMatchObject({
      status: 'completed',
      processed: 1_200,
      total: 1_200,
      result: { changedCount: 1_200, skippedCount: 0 },
      isUndoable: true,
    });
    const { rows } = await poolOf(app).query(
      `select count(distinct payload ->> 'documentId')::int as documents, count(*)::int as events,
         array_agg(distinct request_id) as requests, array_agg(distinct actor_user_id) as users
       from event where organization_id = $1 and name = 'document:tag:added'`,
      [ctx.organizationId],
    );
    const userId = ctx.actor.via === 'session' ? ctx.actor.userId : '';
    expect(rows).toEqual([{ documents: 1_200, events: 1_200, requests: ['request-1'], users: [userId] }]);
  });

  it('continues after the last chunk when an attempt fails in between', async () => {
    const ids = await addDocuments(1_200);
    const taskId = await start();
    beforeChunk(3, () => Promise.reject(new Error('the connection was lost')));
    await expect(run(taskId)).rejects.toThrow('the connection was lost');
    expect([(await tagged()).length, (await tasks.find(ctx, taskId)).processed]).toEqual([1_000, 1_000]);
    await run(taskId);
    expect(await tagged()).toEqual(ids);
    expect(await tasks.find(ctx, taskId)).toMatchObject({ processed: 1_200, result: { changedCount: 1_200 } });
    expect(await countOf('batch_change')).toBe(1_200);
  });

  it('a batch is limited to the documents that its query selected at the start', async () => {
    const ids = await addDocuments(600);
    const taskId = await start();
    beforeChunk(2, async () => {
      await addDocuments(5);
    });
    await run(taskId);
    expect(await tagged()).toEqual(ids);
  });

  it('the selection starts over when an attempt fails before it is complete', async () => {
    const ids = await addDocuments(2);
    const taskId = await start();
    await poolOf(app).query(`insert into batch_document values ($1, 'doc_of_an_earlier_attempt')`, [taskId]);
    await run(taskId);
    expect(await tagged()).toEqual(ids);
    expect(await tasks.find(ctx, taskId)).toMatchObject({ total: 2, result: { skippedCount: 0 } });
  });

  it('skips documents that were purged meanwhile, and lists them', async () => {
    const [gone = '', ...others] = await addDocuments(3);
    const taskId = await start({}, { documentIds: [gone, ...others] });
    await poolOf(app).query('delete from document where id = $1', [gone]);
    await run(taskId);
    expect(await tagged()).toEqual(others);
    expect((await tasks.find(ctx, taskId)).result).toEqual({
      changedCount: 2,
      skippedCount: 1,
      skippedDocumentIds: [gone],
    });
  });

  it('a cancelled batch stops without the changes of the chunk that was being written', async () => {
    const ids = await addDocuments(1_200);
    const before = await contentOfArchive();
    const taskId = await start();
    beforeChunk(2, () => tasks.cancelByUser(ctx, taskId));
    await run(taskId);
    expect(await tagged()).toEqual(ids.slice(0, 500));
    expect(await tasks.find(ctx, taskId)).toMatchObject({
      status: 'cancelled',
      processed: 500,
      total: 1_200,
      result: { changedCount: 500 },
      isCancellable: false,
      isUndoable: true,
    });
    await run(taskId); // its job, delivered again
    expect((await tagged()).length).toBe(500);
    await undo(taskId);
    expect(await contentOfArchive()).toEqual(before);
  });

  it('a batch that is cancelled before it starts does not run, and cannot be cancelled twice', async () => {
    await addDocuments(1);
    const taskId = await start();
    await tasks.cancelByUser(ctx, taskId);
    await run(taskId);
    expect(await tagged()).toEqual([]);
    await expect(tasks.cancelByUser(ctx, taskId)).rejects.toMatchObject({ code: 'tasks.not_cancellable' });
  });

  it('a batch fails at once when what it needs is gone', async () => {
    await addDocuments(1);
    const taskId = await start();
    beforeChunk(1, () => Promise.reject(TagNotFound()));
    await run(taskId);
    expect(await tasks.find(ctx, taskId)).toMatchObject({ status: 'failed', error: TagNotFound.text });
  });

  it('undo restores the archive as it was before the batch, and redo as it was after', async () => {
    const ids = await addDocuments(700);
    const [first = ''] = ids;
    await poolOf(app).query('insert into document_tag values ($1, $2)', [first, tagId]);
    const before = await contentOfArchive();
    const taskId = await start();
    await run(taskId);
    const after = await contentOfArchive();
    const undoing = await undo(taskId);
    expect(await contentOfArchive()).toEqual(before);
    expect(await tasks.find(ctx, undoing)).toMatchObject({
      type: 'undo-change-tags',
      status: 'completed',
      total: 699,
      result: { changedCount: 699, skippedCount: 0 },
    });
    const redoing = await undo(undoing);
    expect(await contentOfArchive()).toEqual(after);
    expect((await tasks.find(ctx, redoing)).type).toBe('change-tags');
  });

  it('undo does not change documents that other users have changed since', async () => {
    const [one = '', two = '', three = ''] = await addDocuments(3);
    const taskId = await start();
    await run(taskId);
    await poolOf(app).query('delete from document_tag where document_id = $1', [one]);
    await poolOf(app).query('delete from document where id = $1', [two]);
    const undoing = await undo(taskId);
    expect((await tasks.find(ctx, undoing)).result).toEqual({
      changedCount: 1,
      skippedCount: 2,
      skippedDocumentIds: [two, one],
    });
    expect(await tagged()).toEqual([]);
    expect(await app.app.get(DocumentRepository, { strict: false }).findInOrder(ctx, [three])).toHaveLength(1);
  });

  it('a batch is undone once, within an hour of its end', async () => {
    await addDocuments(1);
    const [once, early, late] = [await start(), await start(), await start()];
    const execute = (taskId: string) => app.app.get(UndoBatch, { strict: false }).execute(ctx, taskId);
    await expect(execute(once)).rejects.toMatchObject({ code: 'tasks.not_ended', category: 'conflict' });
    for (const taskId of [once, early, late]) await run(taskId);
    const results = await Promise.allSettled([execute(once), execute(once)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(execute(once)).rejects.toMatchObject({ code: 'tasks.already_undone' });
    await endedEarlier(early, 59);
    await endedEarlier(late, 61);
    expect((await tasks.find(ctx, late)).isUndoable).toBe(false);
    await expect(execute(late)).rejects.toMatchObject({ code: 'tasks.undo_expired' });
    await execute(early);
  });

  it('a batch whose undo was cancelled can be undone again, which restores only the rest', async () => {
    const ids = await addDocuments(1_200);
    const [first = ''] = ids;
    const taskId = await start();
    await run(taskId);
    const undoing = await app.app.get(UndoBatch, { strict: false }).execute(ctx, taskId);
    let chunk = 0;
    changeTags.undo = async (...given) => {
      chunk += 1;
      if (chunk === 2) await tasks.cancelByUser(ctx, undoing);
      return ChangeTags.prototype.undo.apply(changeTags, given);
    };
    await run(undoing);
    delete (changeTags as Partial<ChangeTags>).undo;
    expect([(await tagged()).length, (await tasks.find(ctx, taskId)).isUndoable]).toEqual([700, true]);
    await poolOf(app).query('insert into document_tag values ($1, $2)', [first, tagId]); // a newer change
    const rest = await undo(taskId);
    expect(await tagged()).toEqual([first]);
    expect((await tasks.find(ctx, rest)).result).toMatchObject({ changedCount: 700, skippedCount: 0 });
    await expect(undo(taskId)).rejects.toMatchObject({ code: 'tasks.already_undone' });
  });

  it('a batch that failed during a chunk and is being undone changes nothing more', async () => {
    const ids = await addDocuments(600);
    const taskId = await start();
    beforeChunk(2, async () => {
      await app.app.get(UnitOfWork).run((tx) => tasks.fail(tx, ctx, taskId, 'it took too long'));
      await undo(taskId);
    });
    await run(taskId);
    expect([ids.length, await tagged()]).toEqual([600, []]);
    expect(await tasks.find(ctx, taskId)).toMatchObject({ status: 'failed', isUndoable: false });
  });

  it('a batch does not start again after it was undone', async () => {
    await addDocuments(600);
    const taskId = await start();
    beforeChunk(2, () => Promise.reject(new Error('the disk is full')));
    await expect(run(taskId)).rejects.toThrow('the disk is full');
    await app.app.get(UnitOfWork).run((tx) => tasks.fail(tx, ctx, taskId, 'the disk is full'));
    await undo(taskId);
    await run(taskId);
    expect(await tagged()).toEqual([]);
  });

  it('a batch can be undone for an hour after its end, or longer while it is being undone', async () => {
    const remove = () => app.app.get(RemoveChangeSets, { strict: false }).execute(new AbortController().signal);
    await remove(); // those of other tests
    await addDocuments(2);
    const [old, recent, undone] = [await start(), await start(), await start()];
    for (const taskId of [old, recent, undone]) await run(taskId);
    const undoing = await app.app.get(UndoBatch, { strict: false }).execute(ctx, undone);
    for (const taskId of [old, undone]) await endedEarlier(taskId, 61);
    expect(await remove()).toBe(0); // an undo may have been requested a moment before
    for (const taskId of [old, undone]) await endedEarlier(taskId, 71);
    expect(await remove()).toBe(1);
    await expect(app.app.get(UndoBatch, { strict: false }).execute(ctx, old)).rejects.toMatchObject({
      code: 'tasks.undo_expired',
    });
    await run(undoing);
    for (const taskId of [recent, undoing]) await endedEarlier(taskId, 71);
    expect(await remove()).toBe(3);
    expect([await countOf('batch_document'), await countOf('batch_change'), await countOf('batch')]).toEqual([0, 0, 0]);
  });

  it('undo restores dates that differed, and does not touch documents that had the date already', async () => {
    const [one = '', two = '', three = ''] = await addDocuments(3);
    const dates = [null, '2020-02-29T00:00:00.000Z', '2026-01-31T00:00:00.000Z'];
    await poolOf(app).query(
      'update document set document_date = given.date from unnest($1::text[], $2::timestamptz[]) as given(id, date) where document.id = given.id',
      [[one, two, three], dates],
    );
    const before = await contentOfArchive();
    const request = { filter: QUERY, parameters: { documentDate: '2026-01-31T00:00:00.000Z' }, prefersAsync: true };
    const { taskId = '' } = await batches.request(ctx, app.app.get(ChangeDates, { strict: false }), request);
    await run(taskId);
    expect((await tasks.find(ctx, taskId)).result).toMatchObject({ changedCount: 2 });
    await undo(taskId);
    expect(await contentOfArchive()).toEqual(before);
  });

  it('a batch moves documents to the trash and back, with the time at which they were trashed', async () => {
    await addDocuments(150);
    await addDocuments(150, { trashed: true });
    const before = await contentOfArchive();
    const [trash, restore] = [TrashDocuments, RestoreDocuments].map((type) =>
      app.app.get<TrashDocuments | RestoreDocuments>(type, { strict: false }),
    ) as [TrashDocuments, RestoreDocuments];
    const request = { filter: QUERY, parameters: {}, prefersAsync: true };
    const { taskId: trashing = '' } = await batches.request(ctx, trash, request);
    await run(trashing);
    await undo(trashing);
    expect(await contentOfArchive()).toEqual(before);
    const { taskId: restoring = '' } = await batches.request(ctx, restore, request);
    await run(restoring);
    const undoing = await undo(restoring);
    expect(await contentOfArchive()).toEqual(before);
    await undo(undoing);
    const { rows } = await poolOf(app).query('select from document where organization_id = $1 and deleted_at is null', [
      ctx.organizationId,
    ]);
    expect(rows).toHaveLength(300);
  });
});
