import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

const CATASTROPHIC = '(a+)+$';

describe('conditions of tagging rules with patterns, ranges and days', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const matching = async (...conditions: object[]) => {
    const answer = await api.post<{ documents: { name: string }[] }>(`${base}/tagging-rules/preview`, { conditions });
    expect(answer).toMatchObject({ status: 200, body: { isComplete: true } });
    return answer.body.documents.map(({ name }) => name).sort();
  };
  const refused = async (condition: object): Promise<string> => {
    const answer = await api.post<{ error: { code: string; message: string } }>(`${base}/tagging-rules/preview`, {
      conditions: [condition],
    });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'tagging-rules.invalid' } } });
    return answer.body.error.message;
  };
  const ofRole = async (role: string): Promise<string> => {
    const { body } = await api.put<{ propertyDefinition: { id: string } }>(
      `${base}/custom-properties/by-role/${role}`,
      {},
    );
    return body.propertyDefinition.id;
  };

  it('a regular expression finds documents by their lines, and tags those that come in', async () => {
    await api.upload(organizationId, { name: 'first.txt', content: 'Letter\nInvoice no. INV-2041' });
    await api.upload(organizationId, { name: 'second.txt', content: 'about the invoice no. INV-20' });
    await app.drain();
    const condition = { field: 'content', operator: 'matches', value: '^invoice no\\. inv-\\d{4}$' };
    expect(await matching(condition)).toEqual(['first.txt']);
    expect(await matching({ ...condition, operator: 'not_matches' })).toEqual(['second.txt']);
    const { body } = await api.post<{ tag: { id: string } }>(`${base}/tags`, { name: 'Invoice', color: '#00ff00' });
    const rule = { name: 'Invoices', conditions: [condition], tagIds: [body.tag.id] };
    expect(await api.post(`${base}/tagging-rules`, rule)).toMatchObject({ status: 200 });
    await api.upload(organizationId, { name: 'third.txt', content: 'INVOICE NO. INV-0001' });
    await app.drain();
    const found = await api.get(`${base}/documents?searchQuery=tag:Invoice`);
    expect(found.body).toMatchObject({ documents: [{ name: 'third.txt' }] });
  });

  it('a pattern that would keep a backtracking engine busy forever is matched with a long text', async () => {
    const content = `${'a'.repeat(200_000)}!`;
    await api.upload(organizationId, { name: 'long.txt', content });
    await app.drain();
    const conditions = ['first', 'long'].map((value) => [
      { field: 'name', operator: 'contains', value },
      { field: 'content', operator: 'matches', value: CATASTROPHIC },
    ]);
    expect(await Promise.all(conditions.map((one) => matching(...one)))).toEqual([[], []]);
  });

  it('a pattern that cannot be used is refused with the reason and the position', async () => {
    const field = { field: 'name', operator: 'matches' };
    expect(await refused({ ...field, value: 'no (1' })).toContain('missing closing ) at position 6');
    expect(await refused({ ...field, value: 'a(?=b)' })).toContain('"(?=" at position 2');
    expect(await refused({ ...field, value: '(a{30}b?){30}' })).toContain('it is too large');
    expect(await refused({ field: 'size', operator: 'matches', value: '1' })).toContain('cannot be compared');
  });

  it('amounts and dates are compared with ranges, and dates with a number of days', async () => {
    const [amount, dueDate] = [await ofRole('amount'), await ofRole('due_date')];
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
    for (const [name, value, due] of [
      ['cheap.txt', 9.5, days(3)],
      ['dear.txt', 1200, days(-3)],
    ] as const) {
      const { body } = await api.upload(organizationId, { name, content: name });
      await app.drain();
      const path = `${base}/documents/${body.document.id}/custom-properties`;
      expect(await api.put(`${path}/${amount}`, { value })).toMatchObject({ status: 204 });
      expect(await api.put(`${path}/${dueDate}`, { value: due })).toMatchObject({ status: 204 });
    }
    const on = (propertyDefinitionId: string, operator: string, value: string) =>
      matching({ field: 'property', propertyDefinitionId, operator, value });
    expect(await on(amount, 'between', '9.50..10')).toEqual(['cheap.txt']);
    expect(await on(amount, 'greater_than', '10')).toEqual(['dear.txt']);
    expect(await on(dueDate, 'in_next_days', '3')).toEqual(['cheap.txt']);
    expect(await on(dueDate, 'in_next_days', '2')).toEqual([]);
    expect(await on(dueDate, 'in_last_days', '7')).toEqual(['dear.txt']);
    expect(await on(dueDate, 'between', `${days(-3)}..${days(3)}`)).toEqual(['cheap.txt', 'dear.txt']);
    const wrong = { field: 'property', propertyDefinitionId: amount, operator: 'between' };
    expect(await refused({ ...wrong, value: '10..9' })).toContain('not above the second');
    expect(await refused({ ...wrong, value: '10' })).toContain('two ends');
    expect(await refused({ field: 'documentDate', operator: 'in_last_days', value: '1.5' })).toContain('whole number');
  });
});
