import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { definePlugin, type MailMessage } from '@archivolt/plugin-kit';
import type { Permission } from '#ground/http-kit';
import { CreateApiKey } from '#people/auth';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { loaded } from '../support/loaded.js';
import { addDocumentRows, poolOf } from '../support/rows.js';

const mails: MailMessage[] = [];
const transport = definePlugin({
  id: 'mail-transport-memory',
  contract: 2,
  provides: { 'mail-transport': { create: () => ({ send: async (message) => void mails.push(message) }) } },
});
const DOCUMENTS = 620;
const A_MINUTE = 61_000;

interface Task {
  status: string;
  result: Record<string, unknown> | null;
}

describe('what follows when a tagging rule matches', () => {
  let app: TestApp;
  let api: ApiClient;
  let userId: string;
  let organizationId: string;
  let base: string;
  let rules: string;

  beforeAll(async () => {
    app = await startApp(
      { EMAILS_FROM_ADDRESS: 'archive@example.com' },
      { plugins: [loaded(transport)], choices: { mailTransport: 'mail-transport-memory' } },
    );
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    ({ api, userId, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
    rules = `${base}/tagging-rules`;
    await poolOf(app).query('update "user" set email_verified = true where id = $1', [userId]);
    mails.length = 0;
  });

  const save = (fields: object, by = api) =>
    by.post<{ taggingRule: { id: string; followUps: object[] }; error?: { code: string } }>(rules, {
      ...{ name: 'Important', conditions: [{ field: 'name', operator: 'contains', value: 'letter' }], tagIds: [] },
      ...fields,
    });
  const aRule = async (...followUps: object[]): Promise<string> => {
    const { status, body } = await save({ followUps });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.taggingRule.id;
  };
  const upload = async (name: string): Promise<string> =>
    (await api.upload(organizationId, { name, content: `about ${name}` })).body.document.id;
  /** The time in which documents are collected for one mail goes by. */
  const collect = async () => {
    await app.drain();
    await app.advance(A_MINUTE);
    await app.drain();
  };
  const applied = async (ruleId: string, query = '') => {
    const { body } = await api.post<{ taskId: string }>(`${rules}/${ruleId}/apply${query}`);
    await collect();
    const { task } = (await api.get<{ task: Task }>(`${base}/tasks/${body.taskId}`)).body;
    expect(task.status).toBe('completed');
    return task.result;
  };
  const matchedEvents = async () =>
    (
      await poolOf(app).query<{ payload: object }>(
        `select payload from event where organization_id = $1 and name = 'document:rule-matched' order by position`,
        [organizationId],
      )
    ).rows.map(({ payload }) => payload);
  const linksOf = async (documentId: string) =>
    (await api.get<{ shareLinks: { expiresAt: string }[] }>(`${base}/documents/${documentId}/share-links`)).body
      .shareLinks;

  it('documents that come in within a minute are one mail to each member who is meant', async () => {
    await aRule({ kind: 'notify', role: 'viewer' });
    await upload('letter-1.txt');
    await app.drain();
    await upload('letter-2.txt');
    await upload('other.txt');
    await app.drain();
    expect(mails).toEqual([]);
    await collect();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('letter-1');
    expect(mails[0]?.text).toContain('letter-2');
    expect(mails[0]?.text).not.toContain('other');
    await collect();
    expect(mails).toHaveLength(1);
  });

  it.each(['email_verified = false', 'disabled_at = now()'])(
    'a member gets no mail of a rule while the account has %s',
    async (state) => {
      await aRule({ kind: 'notify', role: 'viewer' });
      await upload('letter.txt');
      await app.drain();
      await poolOf(app).query(`update "user" set ${state} where id = $1`, [userId]);
      await collect();
      expect(mails).toEqual([]);
      const open = `select from tagging_rule_follow_up where organization_id = $1 and done_at is null`;
      expect((await poolOf(app).query(open, [organizationId])).rows).toEqual([]);
    },
  );

  it('a document that is read again, or a rule that is applied again, causes no second mail, event or link', async () => {
    const ruleId = await aRule(
      { kind: 'notify', userIds: [userId] },
      { kind: 'webhook' },
      { kind: 'share-link', expiresInDays: 7 },
    );
    const documentId = await upload('letter.txt');
    await collect();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(documentId);
    expect(await matchedEvents()).toEqual([{ documentId, taggingRuleId: ruleId, taggingRuleName: 'Important' }]);
    const [link, ...others] = await linksOf(documentId);
    expect(others).toEqual([]);
    const days = (new Date(link?.expiresAt ?? '').getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    await api.post(`${base}/documents/${documentId}/reprocess`);
    await collect();
    expect(await applied(ruleId)).toMatchObject({ documentsNotified: 0, webhookEvents: 0, shareLinks: 0 });
    expect(mails).toHaveLength(1);
    expect(await matchedEvents()).toHaveLength(1);
    expect(await linksOf(documentId)).toHaveLength(1);
  });

  it('a rule that is applied to many documents sends one mail, and a dry run says so and does nothing', async () => {
    await addDocumentRows(app, organizationId, DOCUMENTS);
    await poolOf(app).query(`update document set name = 'a letter' where organization_id = $1`, [organizationId]);
    const ruleId = await aRule({ kind: 'notify', role: 'owner' }, { kind: 'webhook' });
    const expected = { documentsNotified: DOCUMENTS, webhookEvents: DOCUMENTS, shareLinks: 0 };
    expect(await applied(ruleId, '?dryRun=true')).toMatchObject({ dryRun: true, ...expected });
    expect(mails).toEqual([]);
    expect(await matchedEvents()).toEqual([]);
    expect(await applied(ruleId)).toMatchObject({ dryRun: false, ...expected });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`and ${DOCUMENTS - 20} more.`);
    expect(await matchedEvents()).toHaveLength(DOCUMENTS);
  });

  it('nothing follows for a rule that was deleted before the minute was over', async () => {
    const ruleId = await aRule({ kind: 'notify', role: 'owner' });
    await upload('letter.txt');
    await app.drain();
    expect(await api.delete(`${rules}/${ruleId}`)).toMatchObject({ status: 204 });
    await collect();
    expect(mails).toEqual([]);
    const { rows } = await poolOf(app).query('select from tagging_rule_follow_up where organization_id = $1', [
      organizationId,
    ]);
    expect(rows).toEqual([]);
  });

  it('a PUT without follow-ups keeps those of the rule', async () => {
    const ruleId = await aRule({ kind: 'webhook' }, { kind: 'share-link', expiresInDays: 3 });
    const body = { name: 'Renamed', conditions: [], tagIds: [], changes: [{ kind: 'name', value: '{name}' }] };
    expect(await api.put(`${rules}/${ruleId}`, body)).toMatchObject({ status: 204 });
    expect((await api.get(`${rules}/${ruleId}`)).body).toMatchObject({
      taggingRule: {
        followUps: [
          { kind: 'webhook', role: null, userIds: null, expiresInDays: null },
          { kind: 'share-link', expiresInDays: 3 },
        ],
      },
    });
  });

  it.each([
    ['no member', { kind: 'notify' }],
    ['an empty list of members', { kind: 'notify', userIds: [] }],
    ['a user who is no member', { kind: 'notify', userIds: [`usr_${'0'.repeat(24)}`] }],
    ['an unknown kind', { kind: 'call' }],
    ['a link without an end', { kind: 'share-link' }],
    ['a link for more than a year', { kind: 'share-link', expiresInDays: 366 }],
  ])('a follow-up with %s is refused', async (_, followUp) => {
    expect(await save({ followUps: [followUp] })).toMatchObject({ status: 400 });
  });

  it('the same kind of follow-up twice is refused', async () => {
    expect(await save({ followUps: [{ kind: 'webhook' }, { kind: 'webhook' }] })).toMatchObject({ status: 400 });
  });

  it('a key that may not change documents gives no rule a share link', async () => {
    const permissions: Permission[] = ['tagging-rules:create', 'documents:read', 'tags:read'];
    const { token } = await app.app
      .get(CreateApiKey, { strict: false })
      .execute({ userId, name: 'Rules only', permissions });
    const key = new ApiClient(app.baseUrl, token);
    expect(await save({ followUps: [{ kind: 'webhook' }] }, key)).toMatchObject({ status: 200 });
    const refused = await save({ followUps: [{ kind: 'share-link', expiresInDays: 7 }] }, key);
    expect(refused).toMatchObject({ status: 403 });
  });
});
