import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sqlOver, UnitOfWork } from '#ground/database';
import { MakePreview } from '#archive/documents';
import { ScheduledTasks, Scheduler } from '#ground/jobs';
import { startApp, type TestApp } from '../support/app.js';

const OF_EVERY_MINUTE = [
  'fail-abandoned-extractions',
  'fail-abandoned-previews',
  'fail-abandoned-tasks',
  'fold-tag-counts',
  'make-missing-thumbnails',
  'read-partial-documents-again',
  'scrub-files',
  'seal-audit-log',
  'sweep-webhooks',
];

describe('scheduled tasks of every minute', () => {
  let app: TestApp;
  let times = 0;

  beforeAll(async () => {
    app = await startApp();
    await atTheirTime();
  });
  afterAll(() => app.close());

  const sql = () => sqlOver(app.app.get(UnitOfWork).db);

  /** The tasks of which a job was added when their time came. */
  async function requested(): Promise<string[]> {
    const scheduler = app.app.get(Scheduler, { strict: false });
    times += 1;
    for (const task of OF_EVERY_MINUTE) await scheduler.requestIfNeeded(task, `time ${times}`);
    const rows = await sql().query<{ task: string }>(
      `select data ->> 'task' as task from job.job where name = 'schedule.run' and state = 'created' order by 1`,
    );
    return rows.map(({ task }) => task);
  }

  async function atTheirTime(): Promise<string[]> {
    const tasks = await requested();
    await app.drain();
    return tasks;
  }

  it('the tasks of every minute are those that can say whether there is something to do', () => {
    const often = [...app.app.get(ScheduledTasks).runnable()].filter(([, { isNeeded }]) => isNeeded !== undefined);
    expect(often.map(([name]) => name).sort()).toEqual(OF_EVERY_MINUTE);
  });

  it('the tasks of every minute add no job while there is nothing to do', async () => {
    await atTheirTime();
    expect(await atTheirTime()).toEqual([]);
  });

  it('the tasks of every minute are requested when a process starts, whatever there is to do', async () => {
    const scheduler = app.app.get(Scheduler, { strict: false });
    await app.drain();
    await scheduler.requestIfNeeded('remove-old-tasks', 'first');
    const [row] = await sql().query<{ count: number }>(
      `select count(*)::int as count from job.job where name = 'schedule.run' and state = 'created'`,
    );
    expect(row?.count).toBe(1);
    await app.drain();
  });

  it('the tasks of every minute add a job when there is something to do, and none after it was done', async () => {
    const { api, organizationId } = await app.anArchive();
    await app.drain();
    await atTheirTime();
    expect(await atTheirTime()).toEqual([]);

    const { body } = await api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, {
      name: 'Tax',
      color: '#336699',
    });
    await sql().query('insert into tag_count_difference (tag_id, documents) values ($1, 0)', [body.tag.id]);
    await sql().query(
      `insert into job.job (name, data, state) values ($1 || '.failed', '{"preview": "doc_gone/1/2"}', 'created')`,
      [MakePreview.name],
    );
    await sql().query(`update audit_chain set event_position = event_position - 1 where organization_id = $1`, [
      organizationId,
    ]);
    expect(await requested()).toEqual(['fail-abandoned-previews', 'fold-tag-counts', 'seal-audit-log']);
    await app.drain();
    expect(await atTheirTime()).not.toContain('fold-tag-counts');
  });
});
