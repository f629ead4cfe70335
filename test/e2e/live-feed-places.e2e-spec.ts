import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { EventStream } from './event-stream.js';

describe('streams of a server with few places', () => {
  let app: TestApp;
  let isClosed = false;

  beforeAll(async () => {
    app = await startApp({ LIVE_FEED_MAX_STREAMS: '3', SERVER_API_ROUTES_TIMEOUT_MS: '5000' });
  });
  afterAll(async () => {
    if (!isClosed) await app.close();
  });

  it('a stream outlasts the time limit of other routes, and sends the cursor with the heartbeat when it has moved', async () => {
    const { organizationId, api } = await app.anArchive();
    const address = `${app.baseUrl}/api/organizations/${organizationId}/events/stream?name=tag:deleted`;
    const stream = await EventStream.open(address, { authorization: `Bearer ${api.token}` });
    await api.post(`/api/organizations/${organizationId}/tags`, { name: 'one', color: '#123456' });
    // After 15 seconds, in which no event for this client happens.
    const messages = await stream.until(({ id }) => id === '2');
    expect(messages).toEqual([
      { event: 'cursor', id: '1', data: { cursor: '1' } },
      { event: 'cursor', id: '2', data: { cursor: '2' } },
    ]);
    await stream.close();
  });

  it('leaves half of the places to other organizations, and ends all streams when the server stops', async () => {
    const [first, second] = [await app.anArchive(), await app.anArchive()];
    const requestOf = ({ organizationId, api }: { organizationId: string; api: ApiClient }) =>
      [
        `${app.baseUrl}/api/organizations/${organizationId}/events/stream`,
        { authorization: `Bearer ${api.token}` },
      ] as const;
    const refusalOf = async (archive: typeof first) => {
      const [address, headers] = requestOf(archive);
      const response = await fetch(address, { headers });
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
    };
    const streams = [await EventStream.open(...requestOf(first)), await EventStream.open(...requestOf(first))];
    const full = await refusalOf(first);
    expect([full.status, full.text]).toEqual([503, expect.stringContaining('This organization has too many')]);
    streams.push(await EventStream.open(...requestOf(second)));
    expect(await refusalOf(second)).toEqual({
      status: 503,
      retryAfter: '30',
      text: expect.stringContaining('LIVE_FEED_MAX_STREAMS'),
    });
    const ends = streams.map((stream) => stream.next());
    await app.close();
    isClosed = true;
    for (const end of ends) expect(await end).toMatchObject({ event: 'end', data: { reason: 'server.stopping' } });
  });
});
