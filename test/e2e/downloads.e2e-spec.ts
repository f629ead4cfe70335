import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpAdapterHost } from '@nestjs/core';
import { DocumentsConfig } from '#config/documents';
import { UnitOfWork } from '#ground/database';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

/** More than the socket buffers of both sides can hold. */
const LARGE = 24 * 1024 * 1024;

describe('downloads', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;

  beforeAll(async () => {
    // Long enough for a busy machine: requests end in time, and a client that pauses is not taken for one that stopped.
    app = await startApp({ SERVER_API_ROUTES_TIMEOUT_MS: '2000', DOCUMENTS_DOWNLOAD_STALL_TIMEOUT_MS: '15000' });
    ({ api, organizationId } = await app.anArchive());
  });
  afterAll(() => app.close());

  const upload = async (content: Buffer, name = 'file.bin'): Promise<string> => {
    const { status, body } = await api.upload(organizationId, { name, content });
    expect(status).toBe(200);
    return `${app.baseUrl}/api/organizations/${organizationId}/documents/${body.document.id}/file`;
  };
  const authorization = () => ({ authorization: `Bearer ${api.token}` });
  const get = (url: string, headers: Record<string, string> = {}) =>
    fetch(url, { headers: { ...authorization(), ...headers } });

  const begin = async (url: string): Promise<IncomingMessage> => {
    const sent = request(url, { headers: authorization(), agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  };

  /** Waits for the duration of a route timeout by provoking a 504. */
  const oneRouteTimeout = () =>
    app.app.get(UnitOfWork, { strict: false }).run(async (tx) => {
      await tx.sql.query('select from organization where id = $1 for update', [organizationId]);
      expect((await api.put(`/api/organizations/${organizationId}`, { name: 'Too late' })).status).toBe(504);
    });

  it('lets a download run longer than the route timeout while the client keeps reading', async () => {
    const content = randomBytes(LARGE);
    const response = await begin(await upload(content));
    const chunks: Buffer[] = [];
    let read = 0;
    let pauses = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      read += chunk.length;
      if (read > ((pauses + 1) * LARGE) / 3) {
        pauses += 1;
        await oneRouteTimeout();
      }
    }
    expect(pauses).toBeGreaterThan(1);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  it('closes a download when the client reads nothing for the configured time', async () => {
    const url = await upload(randomBytes(LARGE));
    const config = app.installation.config(DocumentsConfig);
    const { downloadStallTimeoutMs } = config;
    config.downloadStallTimeoutMs = 500;
    const connected = once(app.app.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server, 'connection');
    const response = await begin(url);
    response.pause();
    const [socket] = (await connected) as [Socket];
    await once(socket, 'close');
    let received = 0;
    response.on('data', (chunk: Buffer) => (received += chunk.length));
    response.on('error', () => undefined); // 'aborted': the response is incomplete
    response.resume();
    await new Promise((resolve) => response.once('close', resolve));
    expect(response.complete).toBe(false);
    expect(received).toBeLessThan(LARGE);
    config.downloadStallTimeoutMs = downloadStallTimeoutMs;
  });

  it('keeps the connection usable for the next request', async () => {
    const content = randomBytes(100_000);
    const url = await upload(content);
    for (let round = 0; round < 3; round += 1) {
      const response = await get(url, { connection: 'keep-alive' });
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    }
  });

  it.each([
    ['the tag', (tag: string) => tag, 304],
    ['the tag, weak', (tag: string) => `W/${tag}`, 304],
    ['a list with the tag', (tag: string) => `"other", W/"more" ,${tag}`, 304],
    ['a star', () => '*', 304],
    ['another tag', () => '"other"', 200],
    ['a list without the tag', () => '"a", W/"b"', 200],
    ['the tag without quotes', (tag: string) => tag.slice(1, -1), 200],
  ])('evaluates If-None-Match with %s as RFC 9110 says', async (_, header, status) => {
    const url = await upload(randomBytes(100));
    const tag = (await get(url)).headers.get('etag') ?? '';
    const response = await get(url, { 'if-none-match': header(tag) });
    expect([response.status, response.headers.get('etag')]).toEqual([status, tag]);
    expect((await response.arrayBuffer()).byteLength).toBe(status === 304 ? 0 : 100);
  });

  it.each([
    ['the tag', (tag: string) => tag, 206],
    ['the tag, weak', (tag: string) => `W/${tag}`, 200],
    ['another tag', () => '"other"', 200],
    ['a date', () => 'Wed, 21 Oct 2026 07:28:00 GMT', 200],
  ])('sends only the range when If-Range proves that the file is unchanged: %s', async (_, header, status) => {
    const content = randomBytes(100);
    const url = await upload(content);
    const tag = (await get(url)).headers.get('etag') ?? '';
    const response = await get(url, { range: 'bytes=10-19', 'if-range': header(tag) });
    expect(response.status).toBe(status);
    const expected = status === 206 ? content.subarray(10, 20) : content;
    expect(Buffer.from(await response.arrayBuffer()).equals(expected)).toBe(true);
  });

  it.each([
    ['é', 251],
    ['😀', 251],
  ])('sends the longest name (%s × %i) in a header that a Node client accepts', async (character, count) => {
    const content = randomBytes(100);
    const url = await upload(content);
    const documentId = url.split('/').at(-2);
    await poolOf(app).query('update document set name = $2 where id = $1', [
      documentId,
      `${character.repeat(count)}.pdf`,
    ]);
    const response = await get(url);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''.*\.pdf$/);
  });
});
