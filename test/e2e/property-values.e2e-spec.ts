import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface Definition {
  id: string;
  name: string;
  key: string;
  options: { id: string; name: string }[];
}
interface Failure {
  error: { code: string; message: string; details?: { path: string | null; message: string }[] };
}
interface ShownDocument {
  id: string;
  updatedAt: string;
  content?: string;
  customProperties?: { key: string; name: string; type: string; displayOrder: number; value: unknown }[];
}

const ABSENT = 'cpd_000000000000000000000000';

describe('values of custom properties', () => {
  let app: TestApp;
  let api: ApiClient;
  let userId: string;
  let organizationId: string;
  let base: string;
  let definitions: string;

  beforeAll(async () => {
    app = await startApp({ MAX_ORGANIZATION_COUNT_PER_USER: '1000' });
    ({ api, userId } = await app.aUser());
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    organizationId = (await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Archive' })).body
      .organization.id;
    base = `/api/organizations/${organizationId}`;
    definitions = `${base}/custom-properties`;
  });

  const create = (body: object) => api.post<Failure & { propertyDefinition: Definition }>(definitions, body);
  const aDefinition = async (body: object): Promise<Definition> => {
    const created = await create(body);
    expect(created.status).toBe(200);
    return created.body.propertyDefinition;
  };
  const list = async () => (await api.get<{ propertyDefinitions: Definition[] }>(definitions)).body.propertyDefinitions;
  const aDocument = async (name = 'letter.txt'): Promise<string> =>
    (await api.upload(organizationId, { name, content: `content of ${name}` })).body.document.id;
  const problem = ({ status, body }: ApiResponse<Failure>) => `${status} ${body.error.code}`;
  const fault = (answer: ApiResponse<Failure>) => [problem(answer), answer.body.error.details?.[0]?.path];

  const valueOf = (documentId: string, id: string) => `${base}/documents/${documentId}/custom-properties/${id}`;

  it('values of every type are in the document, in lists and in search results, in display order', async () => {
    const documentId = await aDocument();
    const related = await aDocument('related.txt');
    const given: [string, unknown, unknown][] = [
      ['text', 'Über', 'Über'],
      ['number', 12.5, 12.5],
      ['date', 'March 4, 2026', '2026-03-04T00:00:00.000Z'],
      ['boolean', false, false],
      ['select', undefined, undefined],
      ['multi_select', undefined, undefined],
      ['user_relation', userId, [{ userId, name: expect.any(String), email: expect.stringContaining('@') }]],
      [
        'document_relation',
        [related, documentId, related],
        [
          { documentId: related, name: 'related.txt' },
          { documentId, name: 'letter.txt' },
        ],
      ],
    ];
    const expected: object[] = [];
    for (const [type, input, shown] of given) {
      const isSelect = type.endsWith('select');
      const property = await aDefinition({
        type,
        name: `The ${type}`,
        displayOrder: 20 - expected.length,
        ...(isSelect && { options: [{ name: 'A' }, { name: 'B' }] }),
      });
      const [a, b] = property.options.map(({ id, name }) => ({ optionId: id, name }));
      const value = !isSelect ? input : type === 'select' ? b?.optionId : [b?.optionId, a?.optionId, b?.optionId];
      const answer = await api.put(valueOf(documentId, property.id), { value });
      expect([type, answer.status, answer.body]).toEqual([type, 204, '']);
      expected.unshift({
        key: property.key,
        name: property.name,
        type,
        displayOrder: 20 - expected.length,
        value: !isSelect ? shown : type === 'select' ? b : [b, a],
      });
    }
    const empty = expected.map((property) => ({ ...property, value: null }));
    const { body: one } = await api.get<{ document: ShownDocument }>(`${base}/documents/${documentId}`);
    expect(one.document.customProperties).toEqual(expected);
    for (const query of ['', '?searchQuery=name:letter']) {
      const { body } = await api.get<{ documents: ShownDocument[] }>(`${base}/documents${query}`);
      const found = Object.fromEntries(body.documents.map((document) => [document.id, document.customProperties]));
      expect(found[documentId]).toEqual(expected);
      if (query === '') expect(found[related]).toEqual(empty);
    }
    const { body } = await api.get<{ customProperties: object[] }>(`${base}/documents/${documentId}/custom-properties`);
    expect(body.customProperties).toEqual(
      expected.map((property) => {
        const { displayOrder: _, ...rest } = property as { displayOrder: number };
        return { ...rest, propertyDefinitionId: expect.stringMatching(/^cpd_/) };
      }),
    );
    expect((await api.get(`${base}/documents/${related}/custom-properties`)).body).toEqual({ customProperties: [] });
  });

  it('values are absent from the responses of an upload, of a change and of the trash', async () => {
    await aDefinition({ type: 'text', name: 'One' });
    const uploaded = await api.upload<{ document: ShownDocument }>(organizationId, { name: 'a.txt', content: 'a' });
    const document = `${base}/documents/${uploaded.body.document.id}`;
    const changed = await api.patch<{ document: ShownDocument }>(document, { name: 'b.txt' });
    await api.delete(document);
    const trash = await api.get<{ documents: ShownDocument[] }>(`${base}/documents/deleted`);
    for (const shown of [uploaded.body.document, changed.body.document, trash.body.documents[0]])
      expect(shown).not.toHaveProperty('customProperties');
    expect((await api.get<{ document: ShownDocument }>(document)).body.document.customProperties).toHaveLength(1);
  });

  it.each<[string, unknown[]]>([
    ['text', [null, 1, true, ['a'], { a: 1 }, 'x'.repeat(10_001)]],
    ['number', [null, '1', true, [1], {}]],
    ['date', [null, true, [], {}, '', 'soon', '2026-13-01', 1e20, '+010000-01-01T00:00:00Z', '1'.repeat(200)]],
    ['boolean', [null, 'true', 1, [true]]],
    ['select', [null, 1, [], ['cpso_000000000000000000000000']]],
    ['multi_select', [null, 'cpso_000000000000000000000000', [1], [null]]],
    ['user_relation', [null, 1, [1], {}]],
    ['document_relation', [null, true, [{}]]],
  ])('a value of the type %s must fit it', async (type, values) => {
    const options = type.endsWith('select') ? { options: [{ name: 'A' }] } : {};
    const { id } = await aDefinition({ type, name: 'One', ...options });
    const documentId = await aDocument();
    for (const value of values) {
      const answer = await api.put<Failure>(valueOf(documentId, id), { value });
      expect([value, problem(answer)]).toEqual([value, '400 custom_property_value.invalid']);
      expect(answer.body.error.message).toContain(`of the type "${type}" must be`);
    }
    expect((await api.get(`${base}/documents/${documentId}/custom-properties`)).body).toEqual({
      customProperties: [],
    });
  });

  it('a value may be the longest text, an empty one, and any text of Unicode', async () => {
    const { id } = await aDefinition({ type: 'text', name: 'One' });
    const documentId = await aDocument();
    for (const value of ['', '😀'.repeat(10_000), 'constructor', '__proto__', '"\\{},null']) {
      expect(await api.put(valueOf(documentId, id), { value })).toMatchObject({ status: 204 });
      const { body } = await api.get<{ document: ShownDocument }>(`${base}/documents/${documentId}`);
      expect(body.document.customProperties?.[0]?.value).toBe(value);
    }
  });

  it.each<[string, unknown, string | null]>([
    ['without a value', {}, 'value'],
    ['with another key', { value: 'a', key: 'b' }, 'key'],
    ['that is a list', ['a'], null],
    ['with U+0000', { value: 'a\0' }, 'value'],
    ['with half of a surrogate pair', { value: '\udc00' }, 'value'],
  ])('a value is refused in a body %s', async (_, body, path) => {
    const { id } = await aDefinition({ type: 'text', name: 'One' });
    const answer = await api.put<Failure>(valueOf(await aDocument(), id), body);
    expect(fault(answer)).toEqual(['400 server.invalid_request.body', path]);
  });

  it('a value names an option, a member or a document, with one response for unknown and foreign ones', async () => {
    const other = await app.anArchive();
    const there = `/api/organizations/${other.organizationId}`;
    const foreignDocument = await other.api.upload(other.organizationId, { name: 'a.txt', content: 'a' });
    const foreignProperty = await other.api.post<{ propertyDefinition: Definition }>(`${there}/custom-properties`, {
      type: 'select',
      name: 'Foreign',
      options: [{ name: 'A' }],
    });
    const documentId = await aDocument();
    const select = await aDefinition({ type: 'select', name: 'Select', options: [{ name: 'A' }] });
    const multi = await aDefinition({ type: 'multi_select', name: 'Multi', options: [{ name: 'A' }] });
    const user = await aDefinition({ type: 'user_relation', name: 'User' });
    const document = await aDefinition({ type: 'document_relation', name: 'Document' });
    const foreignOption = foreignProperty.body.propertyDefinition.options[0]?.id;
    const cases: [Definition, unknown[], string][] = [
      [
        select,
        [foreignOption, multi.options[0]?.id, 'cpso_000000000000000000000000', 'A'],
        'custom_property_select_option.not_found',
      ],
      [multi, [[multi.options[0]?.id, foreignOption], ['x']], 'custom_property_select_option.not_found'],
      [
        user,
        [other.userId, [userId, other.userId], 'usr_000000000000000000000000', ''],
        'custom_property_value.user_not_found',
      ],
      [
        document,
        [
          foreignDocument.body.document.id,
          [documentId, foreignDocument.body.document.id],
          'doc_000000000000000000000000',
        ],
        'custom_property_value.related_document_not_found',
      ],
    ];
    for (const [property, values, code] of cases) {
      const answers = await Promise.all(
        values.map((value) => api.put<Failure>(valueOf(documentId, property.id), { value })),
      );
      expect(answers.map(problem)).toEqual(values.map(() => `400 ${code}`));
      expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
    }
    expect(problem(await api.put(valueOf(documentId, foreignProperty.body.propertyDefinition.id), { value: 1 }))).toBe(
      '404 custom_property_definition.not_found',
    );
  });

  it('a value needs an existing document and an existing custom property', async () => {
    const { id } = await aDefinition({ type: 'text', name: 'One' });
    const documentId = await aDocument();
    const absent = 'doc_000000000000000000000000';
    expect(problem(await api.put(valueOf(absent, id), { value: 1 }))).toBe('404 document.not_found');
    expect(problem(await api.put(valueOf(absent, ABSENT), { value: 1 }))).toBe('404 document.not_found');
    expect(problem(await api.put(valueOf(documentId, ABSENT), { value: 1 }))).toBe(
      '404 custom_property_definition.not_found',
    );
    expect(problem(await api.delete(valueOf(absent, id)))).toBe('404 document.not_found');
    expect(problem(await api.delete(valueOf(documentId, ABSENT)))).toBe('404 custom_property_definition.not_found');
    expect(problem(await api.get(`${base}/documents/${absent}/custom-properties`))).toBe('404 document.not_found');
  });

  it('values are removed by DELETE, however often it is sent', async () => {
    const { id } = await aDefinition({ type: 'number', name: 'One' });
    const documentId = await aDocument();
    await api.put(valueOf(documentId, id), { value: 0 });
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await api.delete(valueOf(documentId, id))).toMatchObject({ status: 204, body: '' });
    const { body } = await api.get<{ document: ShownDocument }>(`${base}/documents/${documentId}`);
    expect(body.document.customProperties?.[0]?.value).toBeNull();
  });

  it('a value may name a document in the trash, and is removed when that is purged', async () => {
    const { id } = await aDefinition({ type: 'document_relation', name: 'See also' });
    const [documentId, trashed] = [await aDocument(), await aDocument('old.txt')];
    await api.delete(`${base}/documents/${trashed}`);
    expect(await api.put(valueOf(documentId, id), { value: [trashed] })).toMatchObject({ status: 204 });
    expect(await api.put(valueOf(trashed, id), { value: [documentId] })).toMatchObject({ status: 204 });
    const shown = async () => (await api.get(`${base}/documents/${documentId}/custom-properties`)).body;
    expect(await shown()).toMatchObject({
      customProperties: [{ value: [{ documentId: trashed, name: 'old.txt' }] }],
    });
    await api.delete(`${base}/documents/trash/${trashed}`);
    expect(await shown()).toEqual({ customProperties: [] });
  });

  it('an unchanged value changes neither the revision of the document nor anything else', async () => {
    const { id, key, name } = await aDefinition({ type: 'multi_select', name: 'One', options: [{ name: 'A' }] });
    const option = (await list())[0]?.options[0]?.id;
    const documentId = await aDocument();
    await app.drain();
    const read = () => api.get<{ document: ShownDocument }>(`${base}/documents/${documentId}`);
    const happened = async () => {
      const activity = await api.get<{ activities: { event: string; eventData: object }[] }>(
        `${base}/documents/${documentId}/activity`,
      );
      const log = await api.get<{ events: { data: object }[] }>(`${base}/events?name=document:property:changed`);
      return { activities: activity.body.activities, events: log.body.events };
    };
    const [before, quiet] = [await read(), await happened()];
    for (const value of [[option], [option, option], option]) await api.put(valueOf(documentId, id), { value });
    const [after, { activities, events }] = [await read(), await happened()];
    expect(after.body.document.updatedAt).toBe(before.body.document.updatedAt);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(activities).toHaveLength(quiet.activities.length + 1);
    expect(activities[0]).toMatchObject({
      event: 'updated',
      eventData: { updatedFields: [`customProperties.${key}`] },
    });
    expect(events.map(({ data }) => data)).toEqual([
      {
        documentId,
        propertyId: id,
        propertyName: name,
        type: 'multi_select',
        value: [option],
        updatedFields: [`customProperties.${key}`],
      },
    ]);
  });
});
