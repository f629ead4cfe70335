import { expect, it } from '@jest/globals';
import { LiveFeed } from '../../libs/outside/live-feed/src/http/live-feed.js';
import { startApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { untilTrue } from '../support/until.js';

it('a server that begins to stop while a stream is being opened refuses the stream and does not wait for it', async () => {
  const app = await startApp();
  const { organizationId, api } = await app.anArchive();
  const client = await poolOf(app).connect();
  await client.query('begin');
  await client.query('lock table organization_log in access exclusive mode');
  const response = api.get<{ error: { message: string } }>(`/api/organizations/${organizationId}/events/stream`);
  await untilTrue('a wait for the log', async () => {
    const waiting = await client.query(
      `select from pg_locks where not granted and relation = 'organization_log'::regclass`,
    );
    return waiting.rowCount !== 0;
  });
  const closed = app.close();
  const feed = app.app.get(LiveFeed, { strict: false });
  await untilTrue('the end of the feed', () => feed.isStopping);
  await client.query('commit');
  client.release();
  const { status, body } = await response;
  expect([status, body.error.message]).toEqual([503, expect.stringContaining('The server is stopping')]);
  await closed;
});
