/** @own-modules */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { AuditLog, defineAuditAction, SealEntries } from '#ground/audit';
import { systemContext } from '#ground/kernel';
import { ScheduledTasks } from '#ground/jobs';
import { PurgeOrganization } from '#people/organizations';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { runCli } from '../support/run-cli.js';
import { runCliHere } from './run-cli-here.js';
import { signIn, type SignedIn } from './signed-in.js';

interface Entry {
  id: string;
  sequence: number;
  action: string;
  description: string;
  actor: { type: string; userId: string | null; name: string | null; apiKeyId: string | null };
  address: string | null;
  userAgent: string | null;
  organizationId: string | null;
  target: { type: string; id: string; name: string | null } | null;
  details: Record<string, unknown>;
  hash: string;
}
interface Page {
  entries: Entry[];
  next: string | null;
}
interface Verification {
  state: string;
  checkedEntries: number;
  headHash: string | null;
  problem: { sequence: number; kind: string } | null;
}

const Formula = defineAuditAction('test:formula', { description: '=1+1' });

let app: TestApp;
let administrator: SignedIn;
let owner: SignedIn;
let organizationId: string;
let log: string;
let origin: string;

beforeAll(async () => {
  app = await startApp({ AUTH_FIRST_USER_AS_ADMIN: 'false' });
  origin = `http://localhost:${app.installation.config(ServerConfig).port}`;
  administrator = await signIn(app, 'administrator@example.com');
  await poolOf(app).query('update "user" set is_admin = true where id = $1', [administrator.userId]);
  owner = await signIn(app, 'owner@example.com');
  ({ organizationId } = await anOrganization(owner));
  log = `/api/organizations/${organizationId}/audit`;
});
afterAll(() => app.close());

const anOrganization = async ({ session }: SignedIn) => {
  const { body } = await session.post<{ organization: { id: string } }>('/api/organizations', { name: 'Audited' });
  return { organizationId: body.organization.id };
};
const ofInstance = async (query = '') => (await administrator.session.get<Page>(`/api/admin/audit${query}`)).body;
const ofOrganization = async (query = '') => (await owner.session.get<Page>(`${log}${query}`)).body;

/** A request to the sign-in routes, as a browser sends it. */
const auth = async (path: string, body: object, cookie = '') => {
  const response = await fetch(`${app.baseUrl}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Test browser', origin, cookie },
    body: JSON.stringify(body),
  });
  await response.text();
  return {
    status: response.status,
    cookie: response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  };
};

describe('the audit log of the installation', () => {
  const email = 'ada@example.com';
  const actionsOf = async (userId: string) =>
    (await ofInstance(`?targetId=${userId}`)).entries.map(({ action }) => action).reverse();

  it('the audit log names who signed up, in and out, failed to, and changed the password, with address and browser', async () => {
    expect((await auth('/sign-up/email', { email, password: 'correct horse', name: 'Ada' })).status).toBe(200);
    const { rows } = await poolOf(app).query<{ id: string }>('select id from "user" where email = $1', [email]);
    const userId = rows[0]?.id ?? '';
    expect((await auth('/sign-in/email', { email, password: 'wrong horse!' })).status).toBe(401);
    expect((await auth('/sign-in/email', { email: 'unknown@example.com', password: 'wrong horse!' })).status).toBe(401);
    const { cookie } = await auth('/sign-in/email', { email, password: 'correct horse' });
    const passwords = { currentPassword: 'correct horse', newPassword: 'battery staple' };
    const changed = await auth('/change-password', { ...passwords, revokeOtherSessions: true }, cookie);
    expect(changed.status).toBe(200);
    expect((await auth('/sign-out', {}, changed.cookie)).status).toBe(200);
    expect(await actionsOf(userId)).toEqual([
      'user:created',
      'sign-in:succeeded',
      'sign-in:failed',
      'sign-in:succeeded',
      'password:changed',
      'sign-out',
    ]);
    const { entries } = await ofInstance('?action=sign-in:failed');
    expect(entries).toMatchObject([
      { target: null, actor: { type: 'anonymous', userId: null } },
      { target: { id: userId }, address: '127.0.0.1', userAgent: 'Test browser', organizationId: null },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/horse|unknown@/);
    expect((await ofInstance(`?actorId=${userId}&action=sign-out`)).entries).toMatchObject([
      { actor: { type: 'user', userId, name: 'Ada', email }, description: 'A user signed out.' },
    ]);
  });

  it("the audit log has created and deleted API keys without their tokens, as has that of the key's organization", async () => {
    const wanted = { name: 'scanner', permissions: ['documents:read'], allOrganizations: false };
    const { body } = await owner.session.post<{ apiKey: { id: string }; token: string }>('/api/api-keys', {
      ...wanted,
      organizationIds: [organizationId],
    });
    await owner.session.delete(`/api/api-keys/${body.apiKey.id}`);
    for (const { entries } of [
      await ofInstance(`?targetId=${body.apiKey.id}`),
      await ofOrganization(`?targetId=${body.apiKey.id}`),
    ]) {
      expect(entries).toMatchObject([
        { action: 'api-key:deleted', target: { name: 'scanner' } },
        { action: 'api-key:created', actor: { userId: owner.userId }, details: { permissions: ['documents:read'] } },
      ]);
      expect(JSON.stringify(entries)).not.toContain(body.token);
    }
  });

  it('the log of a removed organization is kept, with its removal', async () => {
    const gone = (await anOrganization(owner)).organizationId;
    await owner.session.delete(`/api/organizations/${gone}`);
    await poolOf(app).query(`update organization set scheduled_purge_at = now() - interval '1 day' where id = $1`, [
      gone,
    ]);
    const purge = app.app.get(PurgeOrganization, { strict: false });
    expect(await purge.execute(systemContext(gone, 'retention'), new AbortController().signal)).toBe(true);
    expect((await ofInstance(`?organizationId=${gone}`)).entries.map(({ action }) => action)).toEqual([
      'organization:deleted',
      'organization:created',
    ]);
    expect((await ofInstance(`?targetId=${gone}`)).entries).toMatchObject([
      { action: 'organization:purged', actor: { type: 'system' } },
    ]);
  });

  it('the entries of all logs are listed by time', async () => {
    await ofOrganization();
    const { entries } = await ofInstance('?scope=all&pageSize=100');
    const ids = new Set(entries.map((entry) => entry.organizationId));
    expect(ids.has(null) && ids.has(organizationId)).toBe(true);
  });
});

describe('the audit log of an organization', () => {
  it('the audit log has its events with user, address and browser, newest first, page by page', async () => {
    const tag = await owner.session.post<{ tag: { id: string } }>(
      `/api/organizations/${organizationId}/tags`,
      { name: 'bills', color: '#123456' },
      { 'user-agent': 'Other browser' },
    );
    const { entries, next } = await ofOrganization('?pageSize=1');
    expect(entries).toMatchObject([
      {
        action: 'tag:created',
        description: 'A tag was created.',
        actor: { type: 'user', userId: owner.userId, name: 'Person' },
        address: '127.0.0.1',
        userAgent: 'Other browser',
        target: { type: 'tag', id: tag.body.tag.id, name: 'bills' },
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const rest = await ofOrganization(`?before=${next ?? ''}`);
    expect(rest.entries.at(-1)).toMatchObject({ action: 'organization:created', sequence: 1 });
    expect(rest.next).toBeNull();
  });

  it('the audit log is closed to members, other people and API keys', async () => {
    const member = await signIn(app, 'member@example.com');
    await poolOf(app).query(
      `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
       values ('org_mem_' || right($2, 24), now(), now(), $1, $2, 'member')`,
      [organizationId, member.userId],
    );
    expect((await member.session.get(log)).status).toBe(403);
    expect((await administrator.session.get(log)).status).toBe(403);
    expect([401, 403]).toContain((await owner.session.get('/api/admin/audit')).status);
    const { api, organizationId: own } = await app.anArchive();
    expect([401, 403]).toContain((await api.get(`/api/organizations/${own}/audit`)).status);
  });

  it.each(['pageSize=0', 'pageSize=101', 'from=yesterday', 'action=%27', 'unknown=1'])(
    'the audit log refuses the query %s',
    async (query) => {
      expect((await owner.session.get(`${log}?${query}`)).status).toBe(400);
    },
  );
});

describe('the verification of an audit log over HTTP', () => {
  it('a verification is started, and reports that all is right or which entry is wrong', async () => {
    const verify = async () => {
      expect((await owner.session.post<Verification>(`${log}/verification`)).body.state).toBe('checking');
      await app.drain();
      return (await owner.session.get<Verification>(`${log}/verification`)).body;
    };
    const [newest] = (await ofOrganization('?pageSize=1')).entries;
    expect(await verify()).toMatchObject({ state: 'ok', checkedEntries: newest?.sequence, headHash: newest?.hash });
    await poolOf(app).query(
      `begin; alter table audit_entry disable trigger user;
       update audit_entry set address = '192.0.2.1' where chain_id = '${organizationId}' and sequence = 1;
       alter table audit_entry enable trigger user; commit`,
    );
    expect(await verify()).toMatchObject({ state: 'broken', problem: { sequence: 1, kind: 'changed' } });
    const settings = { DATABASE_URL: app.installation.databaseUrl, DATA_DIR: app.dataDir };
    const cli = await runCliHere(['audit', 'verify', '--organization', organizationId], settings);
    expect([cli.code, cli.errors]).toEqual([1, expect.stringContaining('Broken: Entry 1 was changed')]);
  });

  it('a verification runs every night for all logs, and records the heads in the log of the installation', async () => {
    const tasks = app.app.get(ScheduledTasks, { strict: false });
    expect(await tasks.run('verify-audit-log', new AbortController().signal)).toContain('1 logs are broken');
    const { entries } = await ofInstance('?action=audit:checked');
    expect(entries[0]).toMatchObject({ details: { problems: 1, headsHash: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  });
});

describe('an export of an audit log', () => {
  const exported = async (query: string) => {
    const headers = administrator.session['session'];
    const response = await fetch(`${app.baseUrl}/api/admin/audit/export?${query}`, { headers });
    return { text: await response.text(), headers: response.headers };
  };

  it('an export can be verified without the server, and a changed or missing line is detected', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'archivolt-audit-'));
    const verify = async (lines: string[]) => {
      const file = join(folder, 'log.jsonl');
      await writeFile(file, lines.join('\n'));
      const { code, errors } = await runCli(['audit', 'verify', '--from-export', file], {});
      return [code, errors];
    };
    const { headers, text } = await exported('format=jsonl');
    expect(headers.get('content-disposition')).toContain('attachment');
    const lines = text.trim().split('\n');
    expect(await verify(lines)).toEqual([0, '']);
    const changed = lines.with(1, lines[1]?.replace('127.0.0.1', '192.0.2.1') ?? '');
    expect(await verify(changed)).toEqual([1, expect.stringContaining('Entry 2 was changed')]);
    expect(await verify(lines.toSpliced(1, 1))).toEqual([1, expect.stringContaining('Entry 2 is missing')]);
    await rm(folder, { recursive: true });
  });

  it('an export is an entry itself, and its CSV has nothing that a spreadsheet would run', async () => {
    await app.app.get(AuditLog, { strict: false }).recordNow({
      action: Formula,
      target: { type: 'document', id: 'doc_1', name: '=HYPERLINK("http://example.com")' },
    });
    await app.app.get(SealEntries, { strict: false }).execute('instance');
    const { text, headers } = await exported('format=csv');
    expect(headers.get('content-type')).toContain('text/csv');
    expect(text).toContain(`"'=HYPERLINK(""http://example.com"")"`);
    expect(text).toContain(`,'=1+1,`);
    expect((await ofInstance('?action=audit:exported')).entries[0]).toMatchObject({
      actor: { userId: administrator.userId },
      details: { format: 'csv' },
    });
  });
});
