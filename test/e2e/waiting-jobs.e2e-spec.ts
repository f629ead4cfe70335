import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServer, type RunningServer } from '../../apps/server/src/start-server.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { untilTrue } from '../support/until.js';

describe('documents that wait for the start of the server', () => {
  let app: TestApp;
  let restarted: RunningServer | undefined;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(async () => {
    await restarted?.close();
    await app.close();
  });

  it('get pages and a preview as all others do', async () => {
    const { api, organizationId } = await app.anArchive();
    for (const name of ['one.txt', 'two.txt']) await api.upload(organizationId, { name, content: name });
    restarted = await startServer(app.installation, { pollsForWork: true });
    const documents = async () => {
      const { rows } = await poolOf(app).query<{ status: string; pages: number; preview: string | null }>(
        `select d.extraction_status as status, (select count(*)::int from document_page p where p.document_id = d.id) as pages,
           (select w.status from document_preview w where w.document_id = d.id) as preview from document d`,
      );
      return rows;
    };
    await untilTrue('all documents to be read', async () => (await documents()).every(({ status }) => status === 'completed'));
    const read = { status: 'completed', pages: 1, preview: 'unavailable' };
    expect(await documents()).toEqual([read, read]);
  });
});
