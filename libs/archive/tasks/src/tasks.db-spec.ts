import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork, type Transaction } from '#ground/database';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { poolOf } from '../../../../test/support/rows.js';
import { TaskNotFound, Tasks } from './index.js';

describe('Tasks', () => {
  let app: TestApp;
  let tasks: Tasks;
  let ctx: OrganizationContext;
  let other: OrganizationContext;

  beforeAll(async () => {
    app = await startApp();
    tasks = app.app.get(Tasks, { strict: false });
    other = systemContext((await app.anArchive('Other')).organizationId, 'command');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ctx = systemContext((await app.anArchive()).organizationId, 'command');
  });

  const run = <Result>(work: (tx: Transaction) => Promise<Result>) => app.app.get(UnitOfWork).run(work);
  const aTask = () => run((tx) => tasks.create(tx, ctx, 'reprocess-document'));
  const endedDaysAgo = (taskId: string, days: number) =>
    poolOf(app).query('update task set finished_at = now() - make_interval(days => $2) where id = $1', [taskId, days]);
  /** What the queue leaves of a job that was dead-lettered. */
  const deadLetter = (taskId: string, message: string) =>
    poolOf(app).query(
      `insert into job.job (name, data, source_output)
       values ('document.process.failed', jsonb_build_object('taskId', $1::text), jsonb_build_object('message', $2::text))`,
      [taskId, message],
    );

  it('tasks are created as pending and without a total, and listed newest first', async () => {
    const ids = [await aTask(), await aTask()];
    const { tasks: listed, tasksCount } = await tasks.list(ctx, { pageIndex: 0, pageSize: 10 });
    expect(listed.map(({ id, status, total }) => [id, status, total])).toEqual([
      [ids[1], 'pending', null],
      [ids[0], 'pending', null],
    ]);
    expect(tasksCount).toBe(2);
  });

  it('a task returns its saved progress when its job starts again, and keeps the first total', async () => {
    const taskId = await aTask();
    expect(await tasks.start(ctx, taskId, { total: 5 })).toMatchObject({ processed: 0, total: 5, resumeAfter: null });
    const progress = { processed: 2, total: 5, resumeAfter: 'cursor', result: { tagsAdded: 1 } };
    await run((tx) => tasks.advance(tx, ctx, taskId, progress));
    expect(await tasks.start(ctx, taskId, { total: 9 })).toEqual(progress);
    const { startedAt, status } = await tasks.find(ctx, taskId);
    expect([startedAt === null, status]).toEqual([false, 'running']);
  });

  it('a task starts again after a failure, but not after it was completed or cancelled', async () => {
    const [completed, cancelled, failed] = [await aTask(), await aTask(), await aTask()];
    await run(async (tx) => {
      await tasks.complete(tx, ctx, completed, { processed: 1, result: null });
      await tasks.cancel(tx, ctx, cancelled, 'The document is gone.');
      await tasks.fail(tx, ctx, failed, 'The disk is full.');
    });
    expect([await tasks.start(ctx, completed), await tasks.start(ctx, cancelled)]).toEqual([undefined, undefined]);
    expect(await tasks.start(ctx, failed)).toBeDefined();
    expect(await tasks.find(ctx, failed)).toMatchObject({ status: 'running', error: null, finishedAt: null });
  });

  it('a task stays completed when a late failure arrives', async () => {
    const taskId = await aTask();
    await run((tx) => tasks.complete(tx, ctx, taskId, { processed: 3, result: { outcome: 'text' } }));
    await run((tx) => tasks.fail(tx, ctx, taskId, 'too late'));
    expect(await tasks.find(ctx, taskId)).toMatchObject({ status: 'completed', processed: 3, total: 3, error: null });
  });

  it('cancelling a task stops its job, and nothing that the job does afterwards is saved', async () => {
    const taskId = await run((tx) => tasks.create(tx, ctx, 'reprocess-documents', { isCancellable: true }));
    const progress = { processed: 1, total: 9, resumeAfter: null, result: null };
    const reached: string[] = [];
    await tasks.untilCancelled(async () => {
      await tasks.start(ctx, taskId);
      await run((tx) => tasks.advance(tx, ctx, taskId, progress));
      await tasks.cancelByUser(ctx, taskId);
      reached.push('cancelled');
      await run((tx) => tasks.advance(tx, ctx, taskId, { ...progress, processed: 2 }));
      reached.push('continued');
    });
    await tasks.untilCancelled(() => run((tx) => tasks.complete(tx, ctx, taskId, { processed: 9, result: null })));
    expect(reached).toEqual(['cancelled']);
    expect(await tasks.find(ctx, taskId)).toMatchObject({ status: 'cancelled', processed: 1 });
    expect(await tasks.start(ctx, taskId)).toBeUndefined();
  });

  it('a task can be cancelled only when its type allows it and it has not ended', async () => {
    const completed = await run((tx) => tasks.create(tx, ctx, 'reprocess-documents', { isCancellable: true }));
    await run((tx) => tasks.complete(tx, ctx, completed, { processed: 1, result: null }));
    for (const taskId of [completed, await aTask()])
      await expect(tasks.cancelByUser(ctx, taskId)).rejects.toMatchObject({ code: 'tasks.not_cancellable' });
  });

  it('a task cannot be read or changed from another organization', async () => {
    const taskId = await aTask();
    const before = await tasks.find(ctx, taskId);
    expect(await tasks.start(other, taskId)).toBeUndefined();
    const progress = { processed: 1, total: 1, resumeAfter: null, result: null };
    await expect(run((tx) => tasks.advance(tx, other, taskId, progress))).rejects.toThrow('cancelled or removed');
    await expect(tasks.cancelByUser(other, taskId)).rejects.toMatchObject({ code: TaskNotFound.code });
    await expect(run((tx) => tasks.lockToUndo(tx, other, taskId))).rejects.toMatchObject({ code: TaskNotFound.code });
    await run(async (tx) => {
      await tasks.complete(tx, other, taskId, { processed: 1, result: null });
      await tasks.cancel(tx, other, taskId, 'cancelled by others');
      await tasks.fail(tx, other, taskId, 'failed by others');
    });
    expect(await tasks.find(ctx, taskId)).toEqual(before);
    await expect(tasks.find(other, taskId)).rejects.toMatchObject({ code: TaskNotFound.code });
    expect((await tasks.list(other, { pageIndex: 0, pageSize: 10 })).tasks).toEqual([]);
  });

  it('a task fails when its job was dead-lettered, unless it has ended', async () => {
    const [abandoned, waiting, completed] = [await aTask(), await aTask(), await aTask()];
    await run((tx) => tasks.complete(tx, ctx, completed, { processed: 1, result: null }));
    await deadLetter(abandoned, 'the process was killed');
    await deadLetter(completed, 'the process was killed');
    expect(await tasks.failAbandoned()).toBe(1);
    expect(await tasks.find(ctx, abandoned)).toMatchObject({ status: 'failed', error: 'the process was killed' });
    expect((await tasks.find(ctx, waiting)).status).toBe('pending');
    expect((await tasks.find(ctx, completed)).status).toBe('completed');
    expect(await tasks.failAbandoned()).toBe(0);
  });

  it('a task does not fail while another job works on it', async () => {
    const taskId = await aTask();
    await tasks.start(ctx, taskId);
    await deadLetter(taskId, 'the process was killed after it had enqueued the next job');
    await poolOf(app).query(
      `insert into job.job (name, state, data) values ('document.recognize', 'active', jsonb_build_object('taskId', $1::text))`,
      [taskId],
    );
    expect(await tasks.failAbandoned()).toBe(0);
    expect((await tasks.find(ctx, taskId)).status).toBe('running');
  });

  it('tasks are removed 30 days after their end and not before', async () => {
    const [old, recent, unfinished] = [await aTask(), await aTask(), await aTask()];
    await endedDaysAgo(old, 31);
    await endedDaysAgo(recent, 29);
    await tasks.removeOld();
    const { tasks: left } = await tasks.list(ctx, { pageIndex: 0, pageSize: 10 });
    expect(left.map(({ id }) => id)).toEqual([unfinished, recent]);
  });
});
