import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectRoot } from '#ground/plugin-host';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { untilTrue } from '../support/until.js';
import { WebhookReceiver, type ReceivedRequest } from '../support/webhook-receiver.js';
import { guideBlocks } from './guide-blocks.js';

const SECRET = "s3cret-é 'quoted'";
const ours = (path: string): string => join(projectRoot(), path);

interface Language {
  name: string;
  file: string;
  /** The Debian package that `.ci/run` installs. */
  debianPackage?: string;
  command: string;
  argumentsOf: (file: string, port: number) => string[];
}

const LANGUAGES: readonly Language[] = [
  { name: 'JavaScript', file: 'receiver.mjs', command: process.execPath, argumentsOf: (file) => [file] },
  {
    name: 'Python',
    file: 'receiver.py',
    debianPackage: 'python3',
    command: 'python3',
    argumentsOf: (file) => [file],
  },
  {
    name: 'PHP',
    file: 'receiver.php',
    debianPackage: 'php-cli',
    command: 'php',
    argumentsOf: (file, port) => ['-S', `127.0.0.1:${port}`, file],
  },
];
const isInstalled = ({ command }: Language) => spawnSync(command, ['--version']).status === 0;

describe('the receivers of the guide to webhooks', () => {
  let app: TestApp;
  let folder: string;
  let genuine: ReceivedRequest;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'archivolt-receivers-'));
    symlinkSync(ours('node_modules'), join(folder, 'node_modules'));
    for (const { attributes, code } of guideBlocks(readFileSync(ours('docs/guides/receive-webhooks.md'), 'utf8'))) {
      const file = attributes.get('file');
      if (file !== undefined) writeFileSync(join(folder, file), code);
    }
    app = await startApp({ WEBHOOK_URL_ALLOWED_HOSTNAMES: '127.0.0.1' });
    genuine = await requestOfServer(app);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Requests that differ from the genuine one in one place. */
  const forged = (): Record<string, ReceivedRequest> => {
    const withHeaders = (changes: Record<string, string | undefined>) => ({
      ...genuine,
      headers: { ...genuine.headers, ...changes },
    });
    const signature = String(genuine.headers['webhook-signature']);
    const anHourAgo = String(Number(genuine.headers['webhook-timestamp']) - 3_600);
    return {
      'another body': { ...genuine, text: genuine.text.replace('webhook:ping', 'webhook:pong') },
      'a longer body': { ...genuine, text: `${genuine.text} ` },
      'another id': withHeaders({ 'webhook-id': 'msg_000000000000000000000000' }),
      'another timestamp': withHeaders({
        'webhook-timestamp': String(Number(genuine.headers['webhook-timestamp']) + 1),
      }),
      'a timestamp of an hour ago': withHeaders({ 'webhook-timestamp': anHourAgo }),
      'no timestamp': withHeaders({ 'webhook-timestamp': undefined }),
      'a timestamp that is not a number': withHeaders({ 'webhook-timestamp': 'now' }),
      'another signature': withHeaders({ 'webhook-signature': `v1,${'A'.repeat(43)}=` }),
      'half of the signature': withHeaders({ 'webhook-signature': signature.slice(0, 20) }),
      'an unknown version': withHeaders({ 'webhook-signature': signature.replace('v1', 'v2') }),
      'a signature with letters that are not ASCII': withHeaders({ 'webhook-signature': `v1,é${signature.slice(4)}` }),
      'an empty signature': withHeaders({ 'webhook-signature': '' }),
      'no signature': withHeaders({ 'webhook-signature': undefined }),
    };
  };

  describe.each(LANGUAGES)('in $name', (language) => {
    const run = isInstalled(language) ? it : it.skip;
    const reason = isInstalled(language) ? '' : ` (skipped: install the Debian package ${language.debianPackage})`;

    run(`the receiver accepts a request of the server repeatedly, and refuses every forged one${reason}`, async () => {
      const receiver = await ExampleReceiver.start(language, folder);
      try {
        expect(await receiver.statusOf(genuine)).toBe(204);
        for (const [title, request] of Object.entries(forged()))
          expect([title, await receiver.statusOf(request)]).toEqual([title, 401]);
        expect(await receiver.statusOf(genuine)).toBe(204);
      } finally {
        await receiver.stop();
      }
    });

    run(`the receiver refuses a request of the server when its secret is another one${reason}`, async () => {
      const receiver = await ExampleReceiver.start(language, folder, 'another secret');
      try {
        expect(await receiver.statusOf(genuine)).toBe(401);
      } finally {
        await receiver.stop();
      }
    });
  });

  it('receivers with the library of Standard Webhooks accept a request of the server and refuse every forged one', () => {
    const accepts = ({ headers, text }: ReceivedRequest) =>
      spawnSync(
        process.execPath,
        [
          ...['--input-type=module', '--eval'],
          `import { verify } from ${JSON.stringify(pathToFileURL(join(folder, 'library.mjs')).href)};
           verify(process.env.BODY, JSON.parse(process.env.HEADERS));`,
        ],
        { env: { ...process.env, WEBHOOK_SECRET: SECRET, BODY: text, HEADERS: JSON.stringify(headers) } },
      ).status === 0;
    expect(accepts(genuine)).toBe(true);
    for (const [title, request] of Object.entries(forged())) expect([title, accepts(request)]).toEqual([title, false]);
  });

  it('the receivers are complete: the guide names the file of each', () => {
    for (const { file } of LANGUAGES) expect(readFileSync(join(folder, file), 'utf8')).toContain('WEBHOOK_SECRET');
  });
});

/** A test message, as the server sends it. */
async function requestOfServer(app: TestApp): Promise<ReceivedRequest> {
  const receiver = await WebhookReceiver.start();
  try {
    const { api, organizationId } = await app.anArchive();
    const webhooks = `/api/organizations/${organizationId}/webhooks`;
    const { body } = await api.post<{ webhook: { id: string } }>(webhooks, {
      name: 'Guide',
      url: receiver.url,
      secret: SECRET,
      events: ['document:created'],
    });
    await api.post(`${webhooks}/${body.webhook.id}/ping`);
    await app.drain();
    const [request] = receiver.requests;
    if (!request) throw new Error('the server has sent nothing');
    return request;
  } finally {
    await receiver.close();
  }
}

/** A receiver of the guide, as a process of its own. */
class ExampleReceiver {
  private constructor(
    private readonly process: ChildProcess,
    private readonly url: string,
  ) {}

  static async start(
    { command, argumentsOf, file }: Language,
    folder: string,
    secret = SECRET,
  ): Promise<ExampleReceiver> {
    const port = await freePort();
    const child = spawn(command, argumentsOf(file, port), {
      cwd: folder,
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: 'ignore',
    });
    const receiver = new ExampleReceiver(child, `http://127.0.0.1:${port}/hook`);
    await receiver.#untilListening();
    return receiver;
  }

  async statusOf({ headers, text }: ReceivedRequest): Promise<number> {
    const names = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const sent = names.flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    });
    const { status } = await fetch(this.url, { method: 'POST', headers: sent, body: text });
    return status;
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    if (this.process.exitCode === null && this.process.kill('SIGKILL')) await ended;
  }

  async #untilListening(): Promise<void> {
    await untilTrue('the receiver to listen', async () => {
      if (this.process.exitCode !== null) throw new Error(`the receiver has ended with ${this.process.exitCode}`);
      return fetch(this.url, { method: 'POST' }).then(
        () => true,
        () => false,
      );
    });
  }
}
