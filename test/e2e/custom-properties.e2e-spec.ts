import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { PERMISSIONS } from '#ground/http-kit';
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
    it.each(TYPES)('definitions of the type %s are created, listed, read, changed and deleted', async (type) => {
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
        role: null,
        hidden: false,
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

    it('definitions are listed by displayOrder, then oldest first', async () => {
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
      ['with options that are not a list', { type: 'select', options: 'A' }, 'options'],
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
    ])('a definition %s is refused with 400 and creates nothing', async (_, change, path) => {
      const answer = await create({ type: 'text', name: 'Fine', ...change });
      expect(fault(answer)).toEqual(['400 server.invalid_request.body', path]);
      expect(await list()).toEqual([]);
    });

    it('a definition accepts the longest names and 500 options', async () => {
      const options = Array.from({ length: 500 }, (_, index) => ({ name: `${index}${'ü'.repeat(252)}` }));
      const property = await aDefinition({ type: 'select', name: '字'.repeat(255), options });
      expect([property.key, property.options.length]).toEqual(['字'.repeat(255), 500]);
      expect(await aDefinition({ type: 'text', name: 'Plain', options: [] })).toMatchObject({ options: [] });
    });

    it('a definition with a taken name or key gets 409 when it is created or renamed', async () => {
      await aDefinition({ type: 'text', name: 'Due date' });
      const other = await aDefinition({ type: 'text', name: 'Other' });
      for (const name of ['Due date', 'DUE-DATE', 'due.date!']) {
        expect(problem(await create({ type: 'number', name }))).toBe('409 custom_property_definition.already_exists');
        expect(problem(await update(other.id, { name }))).toBe('409 custom_property_definition.already_exists');
      }
      expect(await update(other.id, { name: 'OTHER!' })).toMatchObject({ status: 200 });
    });

    it('definitions are limited per organization, even when many are created at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => create({ type: 'text', name: `p${index}` })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
      const refused = answers.filter(({ status }) => status !== 200).map(problem);
      expect(new Set(refused)).toEqual(new Set(['403 custom_property_definition.organization_limit_reached']));
      expect(await list()).toHaveLength(12);
    });

    it('a definition is created once for one Idempotency-Key', async () => {
      const body = { type: 'text', name: 'Once' };
      const headers = { 'idempotency-key': 'the same' };
      const answers = [await api.post(definitions, body, headers), await api.post(definitions, body, headers)];
      expect(answers[1]?.body).toEqual(answers[0]?.body);
      expect(await api.post(definitions, { ...body, name: 'Twice' }, headers)).toMatchObject({ status: 409 });
      expect(await list()).toHaveLength(1);
    });

    it('a definition is changed only in the revision of If-Match', async () => {
      const { id } = await aDefinition({ type: 'text', name: 'One' });
      const read = await api.get(`${definitions}/${id}`);
      const headers = { 'if-match': read.headers.get('etag') ?? '' };
      const first = await api.send('PUT', `${definitions}/${id}`, { name: 'Two' }, headers);
      expect([first.status, first.headers.get('etag') === headers['if-match']]).toEqual([200, false]);
      expect(await api.send('PUT', `${definitions}/${id}`, { name: 'Three' }, headers)).toMatchObject({ status: 412 });
      expect((await list()).map(({ name }) => name)).toEqual(['Two']);
    });

    it('a definition of another organization is not found', async () => {
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
    ])('a definition refuses a change %s', async (_, body, path) => {
      const { id } = await aDefinition({ type: 'select', name: 'One', options: [{ name: 'A' }] });
      expect(fault(await update(id, body))).toEqual(['400 custom_property_definition.invalid_update', path]);
    });

    it('a definition refuses options for a type without options, and a body that is not JSON', async () => {
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

    it('a definition is unchanged after an empty change', async () => {
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

    it('options exchange their names and their order, and keep their values, in a change of options only', async () => {
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

    it('options are added without an id, and deleted with their values when they are omitted', async () => {
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

    it('options of another property are unknown, and nothing is changed', async () => {
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

  it('custom properties work for a signed-in user as with an API key', async () => {
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

  it('custom properties need each of their permissions', async () => {
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
    const { CreateApiKey } = await import('#people/auth');
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
