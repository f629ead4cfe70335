import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';

interface Preview {
  documentsCount: number;
  documents: { id: string; name: string }[];
  isComplete: boolean;
  error?: { code: string };
}

describe('POST /api/organizations/:organizationId/tagging-rules/preview', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let documentIds: string[];

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    documentIds = (await addDocumentRows(app, organizationId, 1_003)).map(({ id }) => id);
    await rename(documentIds, 'Letter', 'Dear Ada');
  });

  const rename = (ids: readonly string[], name: string, content: string) =>
    poolOf(app).query('update document set name = $2, content = $3 where id = any($1)', [ids, name, content]);
  const preview = (conditions: object[], more: object = {}) =>
    api.post<Preview>(`/api/organizations/${organizationId}/tagging-rules/preview`, { conditions, ...more });

  it('the preview counts the active documents that match, and names the newest five', async () => {
    const some = documentIds.slice(0, 7);
    await rename(some, 'INVOICE of May', 'the sum');
    await rename(documentIds.slice(7, 9), 'Invoice of the ÖBB', 'die Summe für Ä');
    const byName = await preview([{ field: 'name', operator: 'starts_with', value: 'invoice' }]);
    expect(byName.status).toBe(200);
    expect(byName.body).toMatchObject({ documentsCount: 9, isComplete: true });
    expect(byName.body.documents).toHaveLength(5);
    expect(byName.body.documents.every(({ name }) => /^invoice/i.test(name))).toBe(true);
    const conditions = [
      { field: 'name', operator: 'contains', value: 'öbb' },
      { field: 'content', operator: 'ends_with', value: 'ä' },
    ];
    expect((await preview(conditions)).body.documentsCount).toBe(2);
    expect((await preview([...conditions, { field: 'name', operator: 'equal', value: 'x' }])).body).toEqual({
      documentsCount: 0,
      documents: [],
      isComplete: true,
    });
    expect(
      (
        await preview([...conditions, { field: 'name', operator: 'equal', value: 'letter' }], {
          conditionMatchMode: 'any',
        })
      ).body.documentsCount,
    ).toBe(996);
  });

  it('the preview counts what the applied rule then tags, without the trash', async () => {
    await api.delete(`/api/organizations/${organizationId}/documents/${documentIds[0]}`);
    expect((await preview([])).body).toMatchObject({ documentsCount: 1_002, isComplete: true });
    const conditions = [{ field: 'content', operator: 'contains', value: 'ADA' }];
    const base = `/api/organizations/${organizationId}`;
    const tag = await api.post<{ tag: { id: string } }>(`${base}/tags`, { name: 'Ada', color: '#00ff00' });
    const rule = await api.post<{ taggingRule: { id: string } }>(`${base}/tagging-rules`, {
      name: 'Ada',
      conditions,
      tagIds: [tag.body.tag.id],
    });
    await api.post(`${base}/tagging-rules/${rule.body.taggingRule.id}/apply`);
    await app.drain();
    const { documentsCount } = (await preview(conditions)).body;
    const listed = await api.get<{ tags: { documentsCount: number }[] }>(`${base}/tags`);
    expect(listed.body.tags).toMatchObject([{ documentsCount }]);
    expect(documentsCount).toBe(1_002);
  });

  it('the preview finds no documents of another organization', async () => {
    const other = await app.anArchive();
    const answer = await other.api.post<Preview>(`/api/organizations/${other.organizationId}/tagging-rules/preview`, {
      conditions: [],
    });
    expect(answer.body).toEqual({ documentsCount: 0, documents: [], isComplete: true });
  });

  it.each([
    ['an unknown field', [{ field: 'constructor', operator: 'equal', value: 'x' }]],
    ['an unknown operator', [{ field: 'name', operator: '__proto__', value: 'x' }]],
    ['an empty value', [{ field: 'name', operator: 'equal', value: '' }]],
    ['eleven conditions', Array(11).fill({ field: 'name', operator: 'equal', value: 'x' })],
  ])('the preview of a rule refuses %s', async (_, conditions) => {
    const { status, body } = await preview(conditions as object[]);
    expect([status, body.error?.code]).toEqual([400, 'server.invalid_request.body']);
  });
});
