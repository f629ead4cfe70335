import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface Option {
  id: string;
  name: string;
  key: string;
  documentsCount: number;
}
interface Definition {
  id: string;
  name: string;
  key: string;
  type: string;
  role: string | null;
  hidden: boolean;
  options: Option[];
}
interface Failure {
  error: { code: string; message: string };
}

describe('correspondents and document types', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let definitions: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
    definitions = `${base}/custom-properties`;
  });

  const ofRole = async (role: string): Promise<Definition> => {
    const answer = await api.put<{ propertyDefinition: Definition }>(`${definitions}/by-role/${role}`, {});
    expect(answer.status).toBe(200);
    return answer.body.propertyDefinition;
  };
  const list = async () => (await api.get<{ propertyDefinitions: Definition[] }>(definitions)).body.propertyDefinitions;
  const add = (propertyId: string, name: string) =>
    api.post<Failure & { option: Option }>(`${definitions}/${propertyId}/options`, { name });
  const anOption = async (propertyId: string, name: string): Promise<string> =>
    (await add(propertyId, name)).body.option.id;
  const options = async (propertyId: string) =>
    (await api.get<{ options: Option[] }>(`${definitions}/${propertyId}/options`)).body.options;
  const aDocument = async (name: string): Promise<string> =>
    (await api.upload(organizationId, { name, content: `content of ${name}` })).body.document.id;
  const set = (documentId: string, propertyId: string, value: string) =>
    api.put(`${base}/documents/${documentId}/custom-properties/${propertyId}`, { value });
  const found = async (query: string): Promise<string[]> => {
    const path = `${base}/documents?searchQuery=${encodeURIComponent(query)}`;
    const { status, body } = await api.get<{ documents: { name: string }[] }>(path);
    expect([query, status]).toEqual([query, 200]);
    return body.documents.map(({ name }) => name).sort();
  };

  it('a new organization has no property, and a search for a correspondent or type finds nothing in it', async () => {
    await aDocument('letter.txt');
    await app.drain();
    expect(await list()).toEqual([]);
    const { documents } = (await api.get<{ documents: { customProperties: unknown[] }[] }>(`${base}/documents`)).body;
    expect(documents.map(({ customProperties }) => customProperties)).toEqual([[]]);
    for (const query of ['correspondent:"Stadtwerke"', 'documenttype:invoice', 'has:correspondent'])
      expect(await found(query)).toEqual([]);
    expect(await found('-has:document-type')).toEqual(['letter.txt']);
    expect(await list()).toEqual([]);
  });

  it('the property of a role is there once it is asked for, and stays the same', async () => {
    const first = await ofRole('correspondent');
    expect(first).toMatchObject({
      ...{ name: 'Correspondent', key: 'correspondent', type: 'select' },
      ...{ role: 'correspondent', hidden: false, options: [] },
    });
    expect(await ofRole('correspondent')).toEqual(first);
    expect(await list()).toEqual([first]);
    const unknown = await api.put<Failure>(`${definitions}/by-role/sender`, {});
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'server.invalid_request.params']);
  });

  it('correspondents are created, counted, renamed and deleted one by one, and a search finds their documents', async () => {
    const { id } = await ofRole('correspondent');
    const [one, two] = [await anOption(id, 'Stadtwerke Musterstadt'), await anOption(id, 'Post')];
    const [first, second, trashed] = [await aDocument('a.txt'), await aDocument('b.txt'), await aDocument('c.txt')];
    for (const documentId of [first, second, trashed]) expect((await set(documentId, id, one)).status).toBe(204);
    await api.delete(`${base}/documents/${trashed}`);
    await app.drain();
    expect((await options(id)).map(({ name, documentsCount }) => [name, documentsCount])).toEqual([
      ['Stadtwerke Musterstadt', 2],
      ['Post', 0],
    ]);
    expect(await found('correspondent:"Stadtwerke Musterstadt"')).toEqual(['a.txt', 'b.txt']);
    const renamed = await api.put<{ option: Option }>(`${definitions}/${id}/options/${one}`, { name: 'Stadtwerke' });
    expect(renamed.body.option).toMatchObject({ id: one, name: 'Stadtwerke', key: 'stadtwerke' });
    expect(await found('correspondent:stadtwerke')).toEqual(['a.txt', 'b.txt']);
    const twin = await api.put<Failure>(`${definitions}/${id}/options/${two}`, { name: 'STADTWERKE' });
    expect([twin.status, twin.body.error]).toEqual([
      409,
      expect.objectContaining({
        code: 'custom_property_select_option.already_exists',
        message: 'An option with this name already exists: Stadtwerke',
      }),
    ]);
    expect((await add(id, 'stadt-werke')).status).toBe(409);
    expect((await api.delete(`${definitions}/${id}/options/${one}`)).status).toBe(204);
    expect((await api.delete(`${definitions}/${id}/options/${one}`)).status).toBe(404);
    await app.drain();
    expect((await options(id)).map(({ name }) => name)).toEqual(['Post']);
    expect(await found('has:correspondent')).toEqual([]);
  });

  it('a type is found by the name of its role after the property was renamed, and by its new name', async () => {
    const { id } = await ofRole('document_type');
    const invoice = await anOption(id, 'Rechnung');
    await set(await aDocument('a.txt'), id, invoice);
    await app.drain();
    await api.put(`${definitions}/${id}`, { name: 'Belegart' });
    for (const query of ['document-type:rechnung', 'documenttype:Rechnung', 'belegart:rechnung'])
      expect(await found(query)).toEqual(['a.txt']);
    expect(await found('type:rechnung')).toEqual([]);
  });

  it('a hidden property keeps its values and says so, until it is shown again', async () => {
    const { id } = await ofRole('correspondent');
    const documentId = await aDocument('a.txt');
    await set(documentId, id, await anOption(id, 'Post'));
    const hide = (hidden: boolean) => api.put<{ propertyDefinition: Definition }>(`${definitions}/${id}`, { hidden });
    expect((await hide(true)).body.propertyDefinition).toMatchObject({ hidden: true, options: [{ name: 'Post' }] });
    const shown = await api.get<{ document: { customProperties: { value: object }[] } }>(
      `${base}/documents/${documentId}`,
    );
    expect(shown.body.document.customProperties).toMatchObject([{ value: { name: 'Post' } }]);
    expect((await hide(false)).body.propertyDefinition).toMatchObject({ hidden: false });
  });

  it('an option of another property or organization is not known here', async () => {
    const [correspondent, type] = [await ofRole('correspondent'), await ofRole('document_type')];
    const option = await anOption(type.id, 'Invoice');
    const other = await app.anArchive();
    const foreign = `/api/organizations/${other.organizationId}/custom-properties/${type.id}/options`;
    expect((await other.api.get(foreign)).status).toBe(404);
    expect((await other.api.post(foreign, { name: 'Mine' })).status).toBe(404);
    expect((await other.api.delete(`${foreign}/${option}`)).status).toBe(404);
    expect((await api.delete(`${definitions}/${correspondent.id}/options/${option}`)).status).toBe(404);
    expect(await options(type.id)).toHaveLength(1);
  });
});
