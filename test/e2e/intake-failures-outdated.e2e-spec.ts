import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HoldFile } from '#outside/intake';
import { ScheduledTasks } from '#ground/jobs';
import { createId } from '#ground/kernel';
import type { IntakeFailureView } from '../../libs/outside/intake/src/http/intake-failures.dto.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

interface List {
  failures: IntakeFailureView[];
  failuresCount: number;
}

const source = { pluginId: 'intake-test', instance: 'default' };
const { signal } = new AbortController();

describe('a failure of an intake', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
  });

  const hold = (fileName: string) =>
    app.app
      .get(HoldFile, { strict: false })
      .execute(
        source,
        { organizationId, key: createId('doc'), fileName, content: Readable.from([Buffer.from('a letter')]) },
        { reason: 'The sender is not allowed.', facts: { source: 'email' }, signal },
      );
  const list = async (query = ''): Promise<List> =>
    (await api.get<List>(`/api/organizations/${organizationId}/intake/failures${query}`)).body;
  const heldFiles = async () =>
    (
      await poolOf(app).query<{ state: string }>(
        `select state from stored_file where starts_with(storage_key, $1 || '/intake/') order by state`,
        [organizationId],
      )
    ).rows.map(({ state }) => state);
  const sweep = () => app.app.get(ScheduledTasks).run('remove-outdated-intake-failures', signal);

  it('the schedule removes an old failure, or one of a purged organization, with its held file', async () => {
    await hold('letter.txt');
    await hold('new.txt');
    await poolOf(app).query(
      `update intake_failure set created_at = now() - interval '91 days' where organization_id = $1 and file_name = 'letter.txt'`,
      [organizationId],
    );
    await sweep();
    await app.drain();
    expect((await list()).failures).toMatchObject([{ fileName: 'new.txt' }]);
    expect(await heldFiles()).toEqual(['committed']);
    const gone = createId('org');
    await poolOf(app).query('update intake_failure set organization_id = $2 where organization_id = $1', [
      organizationId,
      gone,
    ]);
    await sweep();
    await app.drain();
    expect(await heldFiles()).toEqual([]);
  });

  it('the schedule removes a failure that is not among the 10,000 newest without a held file', async () => {
    await hold('oldest.txt');
    await poolOf(app).query(
      `update intake_failure set created_at = now() - interval '1 day' where organization_id = $1`,
      [organizationId],
    );
    await poolOf(app).query(
      `insert into intake_failure (id, created_at, organization_id, plugin_id, instance, key, key_hash, kind, source, reason)
       select 'inf_' || lpad(n::text, 24, '0'), now() - make_interval(secs => n), $1, 'intake-test', 'default', n::text,
         $1 || n, 'file', 'folder', 'The file is empty.' from generate_series(1, 10003) n`,
      [organizationId],
    );
    const other = await app.anArchive();
    await poolOf(app).query(
      `insert into intake_failure (id, created_at, organization_id, plugin_id, instance, key, key_hash, kind, source, reason)
       values ($2, now() - interval '2 days', $1, 'intake-test', 'default', 'k', $2, 'file', 'folder', 'The file is empty.')`,
      [other.organizationId, createId('inf')],
    );
    await sweep();
    expect((await list()).failuresCount).toBe(10_001);
    expect((await list('?pageIndex=99&pageSize=100')).failures.at(-1)?.id).toBe(`inf_${'10000'.padStart(24, '0')}`);
    expect((await list('?pageIndex=100&pageSize=100')).failures).toMatchObject([{ fileName: 'oldest.txt' }]);
    const { body } = await other.api.get<List>(`/api/organizations/${other.organizationId}/intake/failures`);
    expect(body.failuresCount).toBe(1);
  });
});
