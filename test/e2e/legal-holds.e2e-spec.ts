import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addMember } from '../authorization/archive.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { signIn, type SignedIn } from './signed-in.js';

interface Hold {
  id: string;
  documentId: string | null;
  reason: string;
  setAt: string;
  setBy: string | null;
}
interface Failure {
  error: { code: string; documentId?: string; legalHoldId?: string };
}
interface Entry {
  action: string;
  target: { type: string; id: string; name: string | null } | null;
  details: Record<string, unknown>;
}

describe('legal holds and retention rules over HTTP', () => {
  let app: TestApp;
  let auditor: SignedIn;
  let api: ApiClient;
  let userId: string;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
    auditor = await signIn(app, 'auditor@example.test');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId, userId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
    await addMember(app, organizationId, { userId: auditor.userId, role: 'admin' });
  });

  const upload = async (name: string): Promise<string> =>
    (await api.upload(organizationId, { name, content: `content of ${name}` })).body.document.id;
  const trash = async (...ids: string[]) => {
    for (const id of ids) expect((await api.delete(`${base}/documents/${id}`)).status).toBe(204);
  };
  const hold = async (id: string, reason = 'Lawsuit 7') => {
    const { status, body } = await api.put<{ hold: Hold }>(`${base}/documents/${id}/hold`, { reason });
    expect(status).toBe(200);
    return body.hold;
  };
  const audit = async (action: string): Promise<Entry[]> => {
    const { body } = await auditor.session.get<{ entries: Entry[] }>(
      `${base}/audit?action=${encodeURIComponent(action)}`,
    );
    return body.entries.filter((entry) => entry.action === action);
  };

  it('a document shows that it is held, and its purge names the hold until it is released', async () => {
    const id = await upload('contract.txt');
    const { id: legalHoldId, setAt } = await hold(id);
    const { body } = await api.get<{ document: { holds: unknown } }>(`${base}/documents/${id}`);
    expect(body.document.holds).toEqual([{ id: legalHoldId, scope: 'document', setAt }]);
    await trash(id);
    const refused = await api.delete<Failure>(`${base}/documents/trash/${id}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.objectContaining({ code: 'document.on_hold', documentId: id, legalHoldId }),
    ]);
    expect((await api.delete(`${base}/documents/${id}/hold?reason=settled`)).status).toBe(204);
    expect((await api.delete(`${base}/documents/trash/${id}`)).status).toBe(204);
  });

  it('the trash is emptied but for what is held, and the response says how much that is', async () => {
    const [held, free] = [await upload('held.txt'), await upload('free.txt')];
    await hold(held);
    await trash(held, free);
    const many = await api.post(`${base}/documents/trash/purge`, { documentIds: [held] });
    expect(many.body).toEqual({ purgedDocumentIds: [], purgedCount: 0, heldCount: 1 });
    const emptied = await api.delete(`${base}/documents/trash`);
    expect([emptied.status, emptied.headers.get('held-documents')]).toEqual([204, '1']);
    const { body } = await api.get<{ documents: { id: string }[] }>(`${base}/documents/deleted`);
    expect(body.documents.map(({ id }) => id)).toEqual([held]);
  });

  it('holds are listed, get another reason, and keep the organization from being deleted', async () => {
    const id = await upload('contract.txt');
    const first = await hold(id);
    const again = await hold(id, 'Lawsuit 8');
    expect(again).toEqual({ ...first, reason: 'Lawsuit 8' });
    const whole = await api.put<{ hold: Hold }>(`${base}/hold`, { reason: 'Audit' });
    expect(whole.body.hold).toMatchObject({ documentId: null, reason: 'Audit', setBy: userId });
    const list = await api.get<{ holds: Hold[]; holdsCount: number }>(`${base}/holds`);
    expect([list.body.holds, list.body.holdsCount]).toEqual([[again, whole.body.hold], 2]);
    const one = await api.get<{ hold: Hold }>(`${base}/documents/${id}/hold`);
    expect(one.body.hold).toEqual(again);
    expect((await api.delete<Failure>(base)).body.error.code).toBe('organization.on_hold');
    expect((await api.delete(`${base}/hold?reason=over`)).status).toBe(204);
    expect((await api.delete<Failure>(`${base}/hold?reason=over`)).body.error.code).toBe('legal_hold.not_found');
    expect((await api.delete(`${base}/documents/${id}/hold`)).status).toBe(400);
  });

  it('the audit log has each hold and release with its reason, and a certificate of each purge', async () => {
    const id = await upload('contract.txt');
    const { id: legalHoldId } = await hold(id);
    await api.delete(`${base}/documents/${id}/hold?reason=settled`);
    const { body } = await api.get<{ document: { originalSha256Hash: string; originalSize: number } }>(
      `${base}/documents/${id}`,
    );
    const { originalSha256Hash: sha256, originalSize: size } = body.document;
    await trash(id);
    await api.delete(`${base}/documents/trash/${id}`);
    const target = { type: 'document', id, name: null };
    expect(await audit('legal-hold:set')).toEqual([
      expect.objectContaining({ target, details: { legalHoldId, reason: 'Lawsuit 7' } }),
    ]);
    expect(await audit('legal-hold:released')).toEqual([
      expect.objectContaining({ target, details: { legalHoldId, reason: 'settled' } }),
    ]);
    expect(await audit('document:purged')).toEqual([
      expect.objectContaining({
        target: { type: 'document', id, name: 'contract.txt' },
        details: { documentId: id, name: 'contract.txt', sha256, size, earlierVersions: 0 },
      }),
    ]);
  });

  it('a retention rule is created, shown, changed with its revision, previewed and deleted', async () => {
    const rules = `${base}/retention-rules`;
    const id = await upload('old.txt');
    await api.patch(`${base}/documents/${id}`, { documentDate: '2001-02-03' });
    const fields = { name: 'Invoices', query: '', dateSource: 'documentDate', keepAmount: 10, action: 'trash' };
    const created = await api.post<{ retentionRule: { id: string } }>(rules, { ...fields, isEnabled: false });
    expect(created.body.retentionRule).toMatchObject({
      ...fields,
      keepUnit: 'years',
      isEnabled: false,
      propertyId: null,
    });
    const rule = `${rules}/${created.body.retentionRule.id}`;
    const preview = await api.get(`${rule}/preview`);
    expect(preview.body).toEqual({
      ...{ dueCount: 1, heldCount: 0, isComplete: true },
      documents: [{ id, name: 'old.txt', keepUntil: '2011-02-03' }],
    });
    const changed = await api.put(rule, { ...fields, keepAmount: 120, keepUnit: 'months' });
    expect(changed.body).toMatchObject({ retentionRule: { keepAmount: 120, keepUnit: 'months', isEnabled: true } });
    const bad = await api.post<Failure>(rules, { ...fields, dateSource: 'property' });
    expect([bad.status, bad.body.error.code]).toEqual([400, 'retention_rules.no_date']);
    expect((await api.get<{ retentionRules: unknown[] }>(rules)).body.retentionRules).toHaveLength(1);
    expect((await api.delete(rule)).status).toBe(204);
    expect((await api.get(rule)).status).toBe(404);
  });
});
