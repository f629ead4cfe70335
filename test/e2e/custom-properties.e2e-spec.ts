import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { PERMISSIONS } from '#libs/http-kit';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows } from '../support/rows.js';
import { Caller } from './caller.js';

interface Option {
  id: string;
  name: string;
  key: string;
  displayOrder: number;
  propertyDefinitionId: string;
}
interface Definition {
  id: string;
  name: string;
  key: string;
  type: string;
  updatedAt: string;
  options: Option[];
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

const EMAIL = 'owner@example.test';
const ABSENT = 'cpd_000000000000000000000000';
const TYPES = [
  'text',
  'number',
  'date',
  'boolean',
  'select',
  'multi_select',
  'user_relation',
  'document_relation',
] as const;

describe('custom properties', () => {
  let app: TestApp;
  let api: ApiClient;
  let userId: string;
  let organizationId: string;
  let base: string;
  let definitions: string;

  beforeAll(async () => {
    app = await startApp({ MAX_CUSTOM_PROPERTIES_PER_ORGANIZATION: '12', MAX_ORGANIZATION_COUNT_PER_USER: '1000' });
    ({ api, userId } = await app.aUser({ email: EMAIL }));
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
  const update = (id: string, body: unknown) =>
    api.put<Failure & { propertyDefinition: Definition }>(`${definitions}/${id}`, body);
  const list = async () => (await api.get<{ propertyDefinitions: Definition[] }>(definitions)).body.propertyDefinitions;
  const aDocument = async (name = 'letter.txt'): Promise<string> =>
    (await api.upload(organizationId, { name, content: `content of ${name}` })).body.document.id;
  const problem = ({ status, body }: ApiResponse<Failure>) => `${status} ${body.error.code}`;
  const fault = (answer: ApiResponse<Failure>) => [problem(answer), answer.body.error.details?.[0]?.path];

  describe('definitions', () => {
    it.each(TYPES)('of the type %s are created, listed, read, changed and deleted', async (type) => {
      const options = type.endsWith('select') ? { options: [{ name: ' High! ' }, { name: 'Low' }] } : {};
      const fields = { type, name: ' Invoice Amount (€) ', description: ' what is due ', displayOrder: 3, ...options };
      const created = await create(fields);
      const id = created.body.propertyDefinition.id;
      const shown = {
        id: expect.stringMatching(/^cpd_[a-z0-9]{24}$/),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        organizationId,
        name: 'Invoice Amount (€)',
        key: 'invoiceamount',
        description: 'what is due',
        type,
        config: null,
        displayOrder: 3,
        options: type.endsWith('select')
          ? [
              expect.objectContaining({ name: 'High!', key: 'high', displayOrder: 0, propertyDefinitionId: id }),
              expect.objectContaining({ name: 'Low', key: 'low', displayOrder: 1, propertyDefinitionId: id }),
            ]
          : [],
      };
      expect(created).toMatchObject({ status: 200 });
      expect(created.body).toEqual({ propertyDefinition: shown });
      expect(await list()).toEqual([shown]);
      expect((await api.get(`${definitions}/${id}`)).body).toEqual({ definition: shown });
      const other = TYPES.find((one) => one !== type);
      const changed = await update(id, { type: other, name: 'Amount', description: null, displayOrder: 0 });
      const after = { ...shown, name: 'Amount', key: 'amount', description: null, displayOrder: 0 };
      expect([changed.status, changed.body]).toEqual([200, { propertyDefinition: after }]);
      expect(changed.body.propertyDefinition.updatedAt).not.toBe(created.body.propertyDefinition.updatedAt);
      expect(await api.delete(`${definitions}/${id}`)).toMatchObject({ status: 204, body: '' });
      expect(problem(await api.get<Failure>(`${definitions}/${id}`))).toBe('404 custom_property_definition.not_found');
      expect(await list()).toEqual([]);
    });

    it('are listed by displayOrder, then oldest first', async () => {
      for (const [name, displayOrder] of [
        ['c', 1],
        ['a', 0],
        ['b', 1],
        ['d', undefined],
      ])
        await aDefinition({ type: 'text', name, displayOrder });
      expect((await list()).map(({ name }) => name)).toEqual(['a', 'd', 'c', 'b']);
    });

    it.each<[string, object, string]>([
      ['without a type', { type: undefined }, 'type'],
      ['with an unknown type', { type: 'money' }, 'type'],
      ['with the type constructor', { type: 'constructor' }, 'type'],
      ['without a name', { name: undefined }, 'name'],
      ['with a name of spaces', { name: '  ' }, 'name'],
      ['with a name of punctuation only', { name: '€ (!)' }, 'name'],
      ['with a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
      ['with U+0000 in its name', { name: 'a\0b' }, 'name'],
      ['with half of a surrogate pair in its name', { name: 'a\ud800' }, 'name'],
      ['with a description of 1001 characters', { description: 'x'.repeat(1001) }, 'description'],
      ['with null as description', { description: null }, 'description'],
      ['with a negative displayOrder', { displayOrder: -1 }, 'displayOrder'],
      ['with a fraction as displayOrder', { displayOrder: 1.5 }, 'displayOrder'],
      ['with a displayOrder that is too large', { displayOrder: 2 ** 31 }, 'displayOrder'],
      ['with a key that does not exist', { color: 'red' }, 'color'],
      ['of the type text with options', { options: [{ name: 'A' }] }, 'options'],
      ['of the type select without options', { type: 'select' }, 'options'],
      ['of the type multi_select with an empty list of options', { type: 'multi_select', options: [] }, 'options'],
      ['with options that are no list', { type: 'select', options: 'A' }, 'options'],
      ['with an option that is a text', { type: 'select', options: ['A'] }, 'options.0'],
      ['with an option without a name', { type: 'select', options: [{}] }, 'options.0.name'],
      ['with an option of punctuation only', { type: 'select', options: [{ name: '-' }] }, 'options.0.name'],
      ['with an option that has an id', { type: 'select', options: [{ id: ABSENT, name: 'A' }] }, 'options.0.id'],
      ['with an option twice', { type: 'select', options: [{ name: 'A b' }, { name: 'aB!' }] }, 'options'],
      [
        'with 501 options',
        { type: 'select', options: Array.from({ length: 501 }, (_, index) => ({ name: `o${index}` })) },
        'options',
      ],
    ])('%s are a 400 and create nothing', async (_, change, path) => {
      const answer = await create({ type: 'text', name: 'Fine', ...change });
      expect(fault(answer)).toEqual(['400 server.invalid_request.body', path]);
      expect(await list()).toEqual([]);
    });

    it('accept the longest names and 500 options', async () => {
      const options = Array.from({ length: 500 }, (_, index) => ({ name: `${index}${'ü'.repeat(252)}` }));
      const property = await aDefinition({ type: 'select', name: '字'.repeat(255), options });
      expect([property.key, property.options.length]).toEqual(['字'.repeat(255), 500]);
      expect(await aDefinition({ type: 'text', name: 'Plain', options: [] })).toMatchObject({ options: [] });
    });

    it('with a name or key that is taken are a 409, when they are created and when they are renamed', async () => {
      await aDefinition({ type: 'text', name: 'Due date' });
      const other = await aDefinition({ type: 'text', name: 'Other' });
      for (const name of ['Due date', 'DUE-DATE', 'due.date!']) {
        expect(problem(await create({ type: 'number', name }))).toBe('409 custom_property_definition.already_exists');
        expect(problem(await update(other.id, { name }))).toBe('409 custom_property_definition.already_exists');
      }
      expect(await update(other.id, { name: 'OTHER!' })).toMatchObject({ status: 200 });
    });

    it('are limited per organization, also when many are created at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => create({ type: 'text', name: `p${index}` })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
      const refused = answers.filter(({ status }) => status !== 200).map(problem);
      expect(new Set(refused)).toEqual(new Set(['403 custom_property_definition.organization_limit_reached']));
      expect(await list()).toHaveLength(12);
    });

    it('are created once for one Idempotency-Key', async () => {
      const body = { type: 'text', name: 'Once' };
      const headers = { 'idempotency-key': 'the same' };
      const answers = [await api.post(definitions, body, headers), await api.post(definitions, body, headers)];
      expect(answers[1]?.body).toEqual(answers[0]?.body);
      expect(await api.post(definitions, { ...body, name: 'Twice' }, headers)).toMatchObject({ status: 409 });
      expect(await list()).toHaveLength(1);
    });

    it('are changed only in the revision of If-Match', async () => {
      const { id } = await aDefinition({ type: 'text', name: 'One' });
      const read = await api.get(`${definitions}/${id}`);
      const headers = { 'if-match': read.headers.get('etag') ?? '' };
      const first = await api.send('PUT', `${definitions}/${id}`, { name: 'Two' }, headers);
      expect([first.status, first.headers.get('etag') === headers['if-match']]).toEqual([200, false]);
      expect(await api.send('PUT', `${definitions}/${id}`, { name: 'Three' }, headers)).toMatchObject({ status: 412 });
      expect((await list()).map(({ name }) => name)).toEqual(['Two']);
    });

    it('of another organization are not found', async () => {
      const other = await app.anArchive();
      const { id } = await aDefinition({ type: 'text', name: 'Mine' });
      const there = `/api/organizations/${other.organizationId}/custom-properties`;
      const expected = '404 custom_property_definition.not_found';
      for (const known of [id, ABSENT]) {
        expect(problem(await other.api.get<Failure>(`${there}/${known}`))).toBe(expected);
        expect(problem(await other.api.put<Failure>(`${there}/${known}`, { name: 'Yours' }))).toBe(expected);
        expect(problem(await other.api.delete<Failure>(`${there}/${known}`))).toBe(expected);
      }
      expect((await other.api.get(there)).body).toEqual({ propertyDefinitions: [] });
      expect((await list()).map(({ name }) => name)).toEqual(['Mine']);
    });

    it.each<[string, unknown, string | null]>([
      ['that is a list', [], null],
      ['with null as name', { name: null }, 'name'],
      ['with a name of punctuation only', { name: '!' }, 'name'],
      ['with a long description', { description: 'x'.repeat(1001) }, 'description'],
      ['with a displayOrder as text', { displayOrder: '1' }, 'displayOrder'],
      ['with an empty list of options', { options: [] }, 'options'],
      ['with null as options', { options: null }, 'options'],
      ['with the same option twice', { options: [{ name: 'A' }, { name: 'a' }] }, 'options'],
      ['with a key that does not exist', { config: {} }, 'config'],
    ])('refuse a change %s', async (_, body, path) => {
      const { id } = await aDefinition({ type: 'select', name: 'One', options: [{ name: 'A' }] });
      expect(fault(await update(id, body))).toEqual(['400 custom_property_definition.invalid_update', path]);
    });

    it('refuse options for a type without options, and a body that is not JSON', async () => {
      const { id } = await aDefinition({ type: 'text', name: 'One' });
      expect(problem(await update(id, { options: [{ name: 'A' }] }))).toBe(
        '400 custom_property_definition.invalid_update',
      );
      const response = await fetch(`${app.baseUrl}${definitions}/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
        body: '{"name": ',
      });
      expect([response.status, ((await response.json()) as Failure).error.code]).toEqual([
        400,
        'server.invalid_request.malformed_json',
      ]);
    });

    it('stay as they are after an empty change', async () => {
      const before = await aDefinition({ type: 'text', name: 'One' });
      expect((await update(before.id, {})).body.propertyDefinition).toEqual(before);
    });
  });

  describe('options', () => {
    const named = async (names: string[]) => {
      const property = await aDefinition({
        type: 'multi_select',
        name: 'State',
        options: names.map((name) => ({ name })),
      });
      return { property, ids: property.options.map(({ id }) => id) };
    };

    it('exchange their names and their order, and keep their values, in a change with nothing but options', async () => {
      const { property, ids } = await named(['A', 'B']);
      const documentId = await aDocument();
      await api.put(`${base}/documents/${documentId}/custom-properties/${property.id}`, { value: [ids[0]] });
      const changed = await update(property.id, {
        options: [
          { id: ids[1], name: 'A' },
          { id: ids[0], name: 'B' },
        ],
      });
      expect(changed.body.propertyDefinition.options).toMatchObject([
        { id: ids[1], name: 'A', key: 'a', displayOrder: 0 },
        { id: ids[0], name: 'B', key: 'b', displayOrder: 1 },
      ]);
      const { body } = await api.get<{ document: ShownDocument }>(`${base}/documents/${documentId}`);
      expect(body.document.customProperties).toMatchObject([{ value: [{ optionId: ids[0], name: 'B' }] }]);
    });

    it('are added without an id, and deleted with their values when they are left out', async () => {
      const { property, ids } = await named(['A', 'B']);
      const [one, two] = [await aDocument('one.txt'), await aDocument('two.txt')];
      await api.put(`${base}/documents/${one}/custom-properties/${property.id}`, { value: ids });
      await api.put(`${base}/documents/${two}/custom-properties/${property.id}`, { value: [ids[0]] });
      const changed = await update(property.id, { options: [{ name: 'C' }, { id: ids[1], name: 'B' }] });
      expect(changed.body.propertyDefinition.options.map(({ name }) => name)).toEqual(['C', 'B']);
      const shown = async (id: string) =>
        (await api.get<{ customProperties: object[] }>(`${base}/documents/${id}/custom-properties`)).body;
      expect(await shown(one)).toMatchObject({ customProperties: [{ value: [{ optionId: ids[1], name: 'B' }] }] });
      expect(await shown(two)).toEqual({ customProperties: [] });
    });

    it('of another property are unknown, and nothing is changed', async () => {
      const { property } = await named(['A']);
      const other = await aDefinition({ type: 'select', name: 'Other', options: [{ name: 'X' }] });
      for (const id of [other.options[0]?.id, 'cpso_000000000000000000000000']) {
        const answer = await update(property.id, { name: 'Renamed', options: [{ id, name: 'Y' }] });
        expect(problem(answer)).toBe('400 custom_property_select_option.unknown_id');
      }
      const twice = await update(property.id, {
        options: [
          { id: property.options[0]?.id, name: 'A' },
          { id: property.options[0]?.id, name: 'B' },
        ],
      });
      expect(problem(twice)).toBe('400 custom_property_definition.invalid_update');
      expect((await list())[0]).toEqual(property);
    });
  });

  describe('values', () => {
    const valueOf = (documentId: string, id: string) => `${base}/documents/${documentId}/custom-properties/${id}`;

    it('of every type are in the document, in lists and in search results, in display order', async () => {
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
      const { body } = await api.get<{ customProperties: object[] }>(
        `${base}/documents/${documentId}/custom-properties`,
      );
      expect(body.customProperties).toEqual(
        expected.map((property) => {
          const { displayOrder: _, ...rest } = property as { displayOrder: number };
          return { ...rest, propertyDefinitionId: expect.stringMatching(/^cpd_/) };
        }),
      );
      expect((await api.get(`${base}/documents/${related}/custom-properties`)).body).toEqual({ customProperties: [] });
    });

    it('are absent from the responses of an upload, of a change and of the trash', async () => {
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
    ])('of the type %s must fit it', async (type, values) => {
      const options = type.endsWith('select') ? { options: [{ name: 'A' }] } : {};
      const { id } = await aDefinition({ type, name: 'One', ...options });
      const documentId = await aDocument();
      for (const value of values) {
        const answer = await api.put<Failure>(valueOf(documentId, id), { value });
        expect([value, problem(answer)]).toEqual([value, '400 custom_property_value.invalid']);
        expect(answer.body.error.message).toContain(`of the type ${type} must be`);
      }
      expect((await api.get(`${base}/documents/${documentId}/custom-properties`)).body).toEqual({
        customProperties: [],
      });
    });

    it('accept the longest text, an empty one, and any text of Unicode', async () => {
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
    ])('are refused in a body %s', async (_, body, path) => {
      const { id } = await aDefinition({ type: 'text', name: 'One' });
      const answer = await api.put<Failure>(valueOf(await aDocument(), id), body);
      expect(fault(answer)).toEqual(['400 server.invalid_request.body', path]);
    });

    it('name an option, a member or a document, with the same answer for unknown and foreign ones', async () => {
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
      expect(
        problem(await api.put(valueOf(documentId, foreignProperty.body.propertyDefinition.id), { value: 1 })),
      ).toBe('404 custom_property_definition.not_found');
    });

    it('need a document and a custom property that exist', async () => {
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

    it('are removed by DELETE, however often it is sent', async () => {
      const { id } = await aDefinition({ type: 'number', name: 'One' });
      const documentId = await aDocument();
      await api.put(valueOf(documentId, id), { value: 0 });
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect(await api.delete(valueOf(documentId, id))).toMatchObject({ status: 204, body: '' });
      const { body } = await api.get<{ document: ShownDocument }>(`${base}/documents/${documentId}`);
      expect(body.document.customProperties?.[0]?.value).toBeNull();
    });

    it('may name a document in the trash, and lose it when it is purged', async () => {
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

    it('change neither the revision of the document nor anything else when they are the same', async () => {
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

  it('of a signed-in user work as with an API key', async () => {
    const { port } = app.installation.config(ServerConfig);
    const caller = new Caller(app.baseUrl, `http://localhost:${port}`);
    const credentials = { email: EMAIL, password: 'correct horse' };
    expect((await caller.post('/api/auth/sign-in/email', credentials)).status).toBe(200);
    const properties = `/api/organizations/${organizationId}/custom-properties`;
    const answer = await caller.post(properties, { type: 'text', name: 'One' });
    const { id } = (answer.body as { propertyDefinition: Definition }).propertyDefinition;
    const [document] = await addDocumentRows(app, organizationId, 1);
    const values = `/api/organizations/${organizationId}/documents/${document?.id}/custom-properties`;
    expect((await caller.put(`${values}/${id}`, { value: 'x' })).status).toBe(204);
    expect((await caller.get(values)).body).toMatchObject({
      customProperties: [{ propertyDefinitionId: id, value: 'x' }],
    });
    expect((await caller.delete(`${values}/${id}`)).status).toBe(204);
    expect((await caller.delete(`${properties}/${id}`)).status).toBe(204);
  });

  it('need each of their permissions', async () => {
    const { id } = await aDefinition({ type: 'text', name: 'One' });
    const documentId = await aDocument();
    const value = `${base}/documents/${documentId}/custom-properties`;
    const routes: [string, string, unknown, string[]][] = [
      ['POST', definitions, { type: 'text', name: 'Two' }, ['custom-properties:create']],
      ['GET', definitions, undefined, ['custom-properties:read']],
      ['GET', `${definitions}/${id}`, undefined, ['custom-properties:read']],
      ['PUT', `${definitions}/${id}`, {}, ['custom-properties:update']],
      ['DELETE', `${definitions}/${id}`, undefined, ['custom-properties:delete']],
      ['GET', value, undefined, ['documents:read', 'custom-properties:read']],
      ['PUT', `${value}/${id}`, { value: 'x' }, ['documents:update', 'custom-properties:read']],
      ['DELETE', `${value}/${id}`, undefined, ['documents:update', 'custom-properties:read']],
    ];
    const { CreateApiKey } = await import('#libs/auth');
    for (const [method, path, body, needed] of routes) {
      for (const missing of needed) {
        const permissions = PERMISSIONS.filter((permission) => permission !== missing);
        const { token } = await app.app
          .get(CreateApiKey, { strict: false })
          .execute({ userId, name: 'k', permissions });
        const response = await fetch(app.baseUrl + path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const { error } = (await response.json()) as Failure;
        expect([method, path, response.status, error.code]).toEqual([method, path, 403, 'auth.forbidden']);
        expect(error.message).toContain(missing);
      }
    }
  });
});
