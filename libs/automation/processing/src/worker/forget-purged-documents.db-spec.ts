import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ExtractionService } from '#capabilities/extraction';
import { ChangesMissed, Signals } from '#ground/history';
import type { ApiClient } from '../../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../../test/support/app.js';
import { poolOf } from '../../../../../test/support/rows.js';

describe('the recognized pages of a purged document', () => {
  let app: TestApp;
  let api: ApiClient;
  let documents: string;
  let kept: string;
  let purged: string;
  let forgotten: Promise<string>;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const archive = await app.anArchive();
    ({ api } = archive);
    documents = `/api/organizations/${archive.organizationId}/documents`;
    const upload = async (content: string) =>
      (await api.upload(archive.organizationId, { name: 'scan.txt', content })).body.document.id;
    [kept, purged] = [await upload('kept'), await upload('purged')];
    const extraction = app.app.get(ExtractionService, { strict: false });
    const { promise, resolve } = Promise.withResolvers<string>();
    forgotten = promise;
    jest.spyOn(extraction, 'keptDocuments').mockReturnValue([kept, purged]);
    jest.spyOn(extraction, 'forget').mockImplementation(async (document) => resolve(document));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('recognized pages are removed as soon as the purge is committed', async () => {
    await api.delete(`${documents}/${purged}`);
    await api.delete(`${documents}/trash/${purged}`);
    expect(await forgotten).toBe(purged);
  });

  it('recognized pages are removed even when the signal of the purge may have been lost', async () => {
    await poolOf(app).query('delete from document where id = $1', [purged]);
    await app.app.get(Signals, { strict: false }).send(ChangesMissed, {});
    expect(await forgotten).toBe(purged);
  });
});
