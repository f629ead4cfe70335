import { describe, expect, it } from '@jest/globals';
import { startApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { eventually } from '../support/until.js';

describe('the route timeout of a search', () => {
  it('a slow search returns 504, and its query is cancelled in PostgreSQL', async () => {
    const app = await startApp({ SERVER_API_ROUTES_TIMEOUT_MS: '3000' });
    const { api, organizationId } = await app.anArchive();
    await api.upload(organizationId, { name: 'two words.txt', content: 'text' });
    const blocker = await poolOf(app).connect();
    try {
      await blocker.query('begin');
      // Only a phrase reads the table of texts.
      await blocker.query('lock table search_segments_text in access exclusive mode');
      const path = `/api/organizations/${organizationId}/documents?searchQuery=${encodeURIComponent('"two words"')}`;
      const answers = await Promise.all(Array.from({ length: 3 }, () => api.get<{ error: { code: string } }>(path)));
      expect(answers.map(({ status, body }) => `${status} ${body.error.code}`)).toEqual(
        answers.map(() => '504 api.timeout'),
      );
      expect(answers[0]?.headers.get('x-request-id')).toMatch(/^req_/);
      // Outside the transaction of the lock, in which PostgreSQL would return the same activity until its end.
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await eventually(async () => expect((await poolOf(app).query(waiting)).rowCount).toBe(0));
    } finally {
      await blocker.query('rollback');
      blocker.release();
      await app.close();
    }
  });
});
