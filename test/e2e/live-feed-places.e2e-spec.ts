import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { EventStream } from './event-stream.js';

describe('streams of a server with few places', () => {
  let app: TestApp;
  let isClosed = false;

  beforeAll(async () => {
    app = await startApp({ LIVE_FEED_MAX_STREAMS: '3' });
  });
  afterAll(async () => {
    if (!isClosed) await app.close();
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
