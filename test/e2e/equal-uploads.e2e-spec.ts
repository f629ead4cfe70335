import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { StatementGate } from '../support/statement-gate.js';
import { shortPause } from '../support/until.js';
import { untilNothingIsAstray, whatIsKept } from './kept-files.js';
import { patientUpload } from './patient-upload.js';

const AT_ONCE = 50;
const ROUNDS = 5;

describe('50 uploads of the same content at once', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let gate: StatementGate;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    gate = new StatementGate(poolOf(app));
  });
  afterAll(() => app.close());

  const documents = () => `/api/organizations/${organizationId}/documents`;
  const statuses = async (content: string): Promise<Record<number, number>> => {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, number) =>
        patientUpload(api, organizationId, { name: `${number}.txt`, content }),
      ),
    );
    const counted = Map.groupBy(answers, ({ status }) => status);
    return Object.fromEntries([...counted].map(([status, all]) => [status, all.length]));
  };

  /** Runs the jobs until the uploads have finished. */
  const whileJobsAreDone = async <Result>(work: Promise<Result>): Promise<Result> => {
    const end = new AbortController();
    const result = work.finally(() => end.abort());
    result.catch(() => undefined); // awaited below
    while (!end.signal.aborted) {
      await app.drain();
      await shortPause();
    }
    await app.drain();
    return result;
  };

  it('50 equal uploads store one document and return 49 conflicts during extraction, without a deadlock', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await whileJobsAreDone(statuses(`words of ${randomUUID()}`))).toEqual({ 200: 1, 409: AT_ONCE - 1 });
    }
    expect(gate.deadlocks).toEqual([]);
    expect((await whatIsKept(app)).documents).toBe(ROUNDS);
    await untilNothingIsAstray(app);
  });

  it('50 equal uploads restore one document from the trash and return 49 conflicts', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const content = `trashed words of ${randomUUID()}`;
      const { body } = await api.upload(organizationId, { name: 'first.txt', content });
      await app.drain();
      expect((await api.delete(`${documents()}/${body.document.id}`)).status).toBe(204);
      expect(await whileJobsAreDone(statuses(content))).toEqual({ 200: 1, 409: AT_ONCE - 1 });
      expect((await api.get(`${documents()}/${body.document.id}`)).status).toBe(200);
    }
    expect(gate.deadlocks).toEqual([]);
    await untilNothingIsAstray(app);
  });
});
