import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { isFullSet } from '../support/sample.js';
import { clientOfNewUser, ownInstallation, ServerProcess, until } from './server-process.js';

/** Generous: reached only on a machine that is busy with other work. */
const WITHIN_MS = 120_000;
const TEST_MS = 300_000;
const WRITERS = 8;
/** The gate kills the database once while documents change. */
const ROUNDS = isFullSet ? 2 : 1;
/** Every flush takes so long, so that there are always changes that others see and that are not flushed. */
const SLOW_FLUSHES = 'commit_delay = 40000\ncommit_siblings = 0\nwal_writer_delay = 10s\n';

interface Event {
  id: string;
  cursor: string;
  type: string;
  data: { documentId?: string; name?: string };
}

/** What one client did to its document, in order; the last step may have been interrupted. */
interface Writer {
  documentId: string;
  answered: string[];
  interrupted: string | undefined;
}

describe('a database that is killed while many clients write', () => {
  let installation: Awaited<ReturnType<typeof ownInstallation>>;
  let server: ServerProcess;
  let api: ApiClient;
  let organization: string;

  beforeAll(async () => {
    installation = await ownInstallation({ hasOwnPostgres: true });
    await mkdir(join(installation.dataDir, 'postgres'), { recursive: true, mode: 0o700 });
    await writeFile(join(installation.dataDir, 'postgres/custom.conf'), SLOW_FLUSHES);
    server = await ServerProcess.start(installation.settings);
    api = await clientOfNewUser(server.baseUrl);
    const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Lost' });
    organization = body.organization.id;
  }, TEST_MS);
  afterAll(async () => {
    await server.kill('SIGKILL');
    await installation.remove();
  });

  const path = (rest: string) => `/api/organizations/${organization}${rest}`;

  it(
    'a killed database keeps every acknowledged change with its event, and every received event at its position',
    async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const { end } = await readLog(undefined);
        const writers = await Promise.all(Array.from({ length: WRITERS }, (_, number) => aWriter(round, number)));
        const log = followLog(end);
        const ends = writers.map((writer) => change(writer));
        await until(WITHIN_MS, 'changes and events', () => writers.every(({ answered }) => answered.length >= 6));
        killPostgres(installation.dataDir);
        await Promise.all([...ends, log.ended]);
        await server.kill('SIGKILL');
        server = await ServerProcess.start(installation.settings);
        const { events } = await readLog(undefined);
        expect(events.map(({ cursor }) => Number(cursor))).toEqual(events.map((_, index) => index + 1));
        expect(log.read.length).toBeGreaterThan(0);
        expect(events.slice(Number(end), Number(end) + log.read.length)).toEqual(log.read);
        for (const { documentId, answered, interrupted } of writers) {
          const kept = events.filter(({ data }) => data.documentId === documentId).map(stepOf);
          expect([answered, [...answered, interrupted]]).toContainEqual(kept.filter((step) => step !== undefined));
        }
      }
    },
    TEST_MS,
  );

  it(
    'the server reads every document whose upload it has acknowledged',
    async () => {
      const uploaded: string[] = [];
      const uploads = Array.from({ length: WRITERS }, async (_, number) => {
        for (let round = 0; ; round += 1) {
          const name = `letter ${number} ${round}.txt`;
          const answer = await api.upload(organization, { name, content: name }).catch(() => undefined);
          if (answer?.status !== 200) return;
          uploaded.push(answer.body.document.id);
        }
      });
      await until(WITHIN_MS, 'uploads', () => uploaded.length >= 10);
      killPostgres(installation.dataDir);
      await Promise.all(uploads);
      await server.kill('SIGKILL');
      server = await ServerProcess.start(installation.settings);
      for (const id of uploaded) {
        await until(WITHIN_MS, `the document ${id} to be read`, async () => {
          const { status, body } = await api.get<{ document: { extraction: { status: string } } }>(
            path(`/documents/${id}`),
          );
          expect([id, status]).toEqual([id, 200]);
          return body.document.extraction.status === 'completed';
        });
      }
    },
    TEST_MS,
  );

  async function aWriter(round: number, number: number): Promise<Writer & { tagId: string }> {
    const { body } = await api.upload(organization, { name: 'new.bin', content: `${round} ${number}` });
    const tag = await api.post<{ tag: { id: string } }>(path('/tags'), {
      name: `Tag ${round} ${number}`,
      color: '#00ff00',
    });
    return { documentId: body.document.id, tagId: tag.body.tag.id, answered: [], interrupted: undefined };
  }

  /** Renames and tags the document until the database is gone. */
  async function change(writer: Writer & { tagId: string }): Promise<void> {
    const document = path(`/documents/${writer.documentId}`);
    const { tagId } = writer;
    for (let round = 0; ; round += 1) {
      const steps: [string, () => Promise<{ status: number }>][] = [
        [`named ${round}`, () => api.patch(document, { name: `named ${round}` })],
        ['document:tag:added', () => api.post(`${document}/tags`, { tagId })],
        ['document:tag:removed', () => api.delete(`${document}/tags/${tagId}`)],
      ];
      for (const [step, work] of steps) {
        const answer = await work().catch(() => undefined);
        if (answer === undefined || answer.status >= 300) {
          writer.interrupted = step;
          return;
        }
        writer.answered.push(step);
      }
    }
  }

  /** Reads the log again and again, as a client that follows it, until the database is gone. */
  function followLog(after: string | undefined) {
    const read: Event[] = [];
    const follow = async () => {
      for (let cursor = after; ;) {
        const page = await readLog(cursor).catch(() => undefined);
        if (!page) return;
        read.push(...page.events);
        cursor = page.end;
      }
    };
    return { read, ended: follow() };
  }

  async function readLog(after: string | undefined): Promise<{ events: Event[]; end: string }> {
    const events: Event[] = [];
    for (let end = after ?? '0'; ;) {
      const { status, body } = await api.get<{ events: Event[]; nextCursor: string; hasMore: boolean }>(
        path(`/events?after=${end}&limit=100`),
      );
      if (status !== 200) throw new Error(`the log was refused with ${status}`);
      events.push(...body.events);
      end = body.nextCursor;
      if (!body.hasMore) return { events, end };
    }
  }
});

function stepOf({ type, data }: Event): string | undefined {
  if (type === 'document:updated') return data.name;
  return type.startsWith('document:tag:') ? type : undefined;
}

/** The postmaster and all its processes, before any of them can write what is still in memory. */
function killPostgres(dataDir: string): void {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  for (const pid of [postmaster, ...children.map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  }
}

function parentOf(pid: string): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
