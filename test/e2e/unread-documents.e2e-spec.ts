import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { FailAbandonedExtractions } from '../../libs/automation/processing/src/worker/fail-abandoned-extractions.schedule.js';

describe('documents whose extraction was interrupted on the last attempt', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
  });
  afterAll(() => app.close());

  const query = (text: string, values: unknown[]) => sqlOver(app.app.get(UnitOfWork).db).query(text, values);
  const extraction = async (id: string) => {
    const path = `/api/organizations/${organizationId}/documents/${id}`;
    return (await api.get<{ document: { extraction: object } }>(path)).body.document.extraction;
  };
  /** Dead-letters the job as the queue does when a process was killed. */
  const deadLetter = (id: string) =>
    query(
      `with dead as (delete from job.job where name = 'document.process' and data ->> 'documentId' = $1 returning data)
       insert into job.job (name, data, keep_until, source_output)
       select 'document.process.failed', data, now() + interval '1 day', '{"message": "killed"}' from dead`,
      [id],
    );

  it('reports a failed extraction unless the document waits for another one', async () => {
    const { body } = await api.upload(organizationId, { name: 'cut-off.txt', content: 'never read' });
    const { id } = body.document;
    await query(`update document set extraction_status = 'running' where id = $1`, [id]);
    await deadLetter(id);
    const schedule = app.app.get(FailAbandonedExtractions, { strict: false });
    await schedule.run();
    expect(await extraction(id)).toMatchObject({
      status: 'completed',
      outcome: 'failed',
      reason: 'It could not be read: killed',
    });
    await api.post(`/api/organizations/${organizationId}/documents/${id}/reprocess`);
    await schedule.run();
    expect(await extraction(id)).toMatchObject({ status: 'pending' });
    await app.drain();
    await schedule.run();
    expect(await extraction(id)).toMatchObject({ status: 'completed', outcome: 'text' });
  });

  it('increases updatedAt on trash and restore, even when the clock was set back', async () => {
    const { body } = await api.upload(organizationId, { name: 'clock.txt', content: 'clock' });
    const path = `/api/organizations/${organizationId}/documents/${body.document.id}`;
    const updatedAt = async () =>
      Date.parse((await api.get<{ document: { updatedAt: string } }>(path)).body.document.updatedAt);
    await query(`update document set updated_at = now() + interval '1 hour' where id = $1`, [body.document.id]);
    const before = await updatedAt();
    await api.send('DELETE', path);
    const trashed = await updatedAt();
    await api.post(`${path}/restore`);
    expect([trashed > before, (await updatedAt()) > trashed]).toEqual([true, true]);
  });
});
