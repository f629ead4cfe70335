import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { clientOfNewUser, freePort, until } from '../e2e/server-process.js';
import type { ApiClient } from '../support/api-client.js';
import { compiledTemplate } from './compiled-template.js';
import { InstalledCopy } from './installed-copy.js';

const SERVER = 'dist/apps/server/src/main.js';
const WITHIN_MS = 180_000;

jest.setTimeout(600_000);

interface DocumentBody {
  document: { tags: { name: string }[] };
}

/** The service that the plugin posts to. */
class Receiver {
  readonly posts: { id: string | undefined; text: string }[] = [];
  /** Receives the request and sends no response. */
  holds = false;
  readonly held: ServerResponse[] = [];
  #server: Server | undefined;

  constructor(readonly port: number) {}

  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const { text } = JSON.parse(body) as { text: string };
        this.posts.push({ id: request.headers['idempotency-key'] as string | undefined, text });
        if (this.holds) this.held.push(response);
        else response.end();
      });
    }).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  of(name: string): (string | undefined)[] {
    return this.posts.filter(({ text }) => text.endsWith(name)).map(({ id }) => id);
  }
}

describe('a subscriber plugin in a server of its own', () => {
  let home: string;
  let copy: InstalledCopy;
  let settings: Record<string, string>;
  let receiver: Receiver;
  let server: ReturnType<InstalledCopy['start']>;
  let api: ApiClient;
  let organizationId: string;

  const start = async () => {
    server = copy.start(SERVER, [], settings);
    await until(WITHIN_MS, `the server to be ready`, () => {
      if (server.child.exitCode !== null) throw new Error(server.output());
      return server.output().includes('is ready at');
    });
  };
  const upload = async (name: string) =>
    (await api.upload(organizationId, { name, content: `the content of ${name}` })).body.document.id;
  const isTagged = (id: string) =>
    until(WITHIN_MS, 'the tag of the plugin', async () => {
      const { body } = await api.get<DocumentBody>(`/api/organizations/${organizationId}/documents/${id}`);
      return body.document.tags.some(({ name }) => name === 'Announced');
    });

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'archivolt-subscriber-'));
    copy = new InstalledCopy(join(home, 'server'));
    copy.install(compiledTemplate('subscriber', home));
    receiver = new Receiver(await freePort());
    settings = {
      DATA_DIR: join(home, 'data'),
      PORT: String(await freePort()),
      PLUGINS_EXTERNAL: '@archivolt/subscriber-template',
      SUBSCRIBER_TEMPLATE_URL: `http://127.0.0.1:${receiver.port}/documents`,
      SUBSCRIBER_TEMPLATE_TAG: 'Announced',
    };
    await start();
    api = await clientOfNewUser(`http://127.0.0.1:${settings['PORT'] ?? ''}`);
    const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'News' });
    organizationId = body.organization.id;
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    receiver.close();
    await rm(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  });

  it('the plugin posts a new document once after its service was away, and tags it', async () => {
    const id = await upload('away.txt');
    await until(WITHIN_MS, 'a failed attempt', () => server.output().includes('subscriber.plugin.subscriber-template'));
    expect(receiver.posts).toEqual([]);
    await receiver.open();
    await isTagged(id);
    expect(receiver.of('away.txt')).toEqual([expect.stringMatching(/^evt_/)]);
  });

  it('the plugin posts again under the same id when the server is killed before the end of the work', async () => {
    receiver.holds = true;
    const id = await upload('killed.txt');
    await until(WITHIN_MS, 'the request of the plugin', () => receiver.held.length > 0);
    server.child.kill('SIGKILL');
    await server.ended;
    receiver.holds = false;
    await start();
    await isTagged(id);
    const ids = receiver.of('killed.txt');
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});
