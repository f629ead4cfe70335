import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from '@jest/globals';
import { FEATURES } from '#operation/installation';
import { ApiDescription, type MediaType, type Schema } from '../support/api-description.js';

const description = new ApiDescription();
const { document } = description;
const operations = description.operations();
const permissions = FEATURES.flatMap(({ permissions = [] }) => permissions);

/** Every schema of the document with its location. */
function* schemas(): Generator<[place: string, schema: Schema]> {
  yield* inside('components', document.components.schemas);
  for (const { name, operation } of operations) {
    for (const { name: parameter, schema } of operation.parameters ?? []) yield [`${name} ${parameter}`, schema ?? {}];
    yield* inside(name, operation.requestBody, operation.responses);
  }
}

function* inside(place: string, ...values: unknown[]): Generator<[string, Schema]> {
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (key === 'examples' || key === 'example' || key === 'default') continue;
      const isSchema = ['schema', 'items'].includes(key) || /(^components|(?<! properties) properties)$/.test(place);
      if (isSchema) yield [`${place} ${key}`, child as Schema];
      yield* inside(`${place} ${key}`, child);
    }
  }
}

function* media(): Generator<[keys: string[], media: MediaType]> {
  for (const [path, verbs] of Object.entries(document.paths)) {
    for (const [verb, { requestBody, responses }] of Object.entries(verbs)) {
      const places = [
        ['requestBody', requestBody] as const,
        ...Object.entries(responses).map(([status, one]) => [status, one] as const),
      ];
      for (const [place, one] of places) {
        const keys = ['paths', path, verb, ...(place === 'requestBody' ? [place] : ['responses', place])];
        for (const [type, content] of Object.entries(one?.content ?? {})) yield [[...keys, 'content', type], content];
      }
    }
  }
  for (const [name, { content = {} }] of Object.entries(document.components.responses)) {
    for (const [type, one] of Object.entries(content)) yield [['components', 'responses', name, 'content', type], one];
  }
}

describe('the OpenAPI description', () => {
  it('the description is valid OpenAPI 3.1.0', async () => {
    expect(document.openapi).toBe('3.1.0');
    const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('the description has no empty schema', () => {
    const all = [...schemas()];
    const empty = all.filter(([, schema]) => {
      const { type, $ref, anyOf, oneOf, enum: values, properties, additionalProperties, items, maxItems } = schema;
      if ($ref ?? anyOf ?? oneOf ?? values) return false;
      if (type === 'object') return properties === undefined && additionalProperties === undefined;
      return type === undefined || (type === 'array' && items === undefined && maxItems !== 0);
    });
    expect(all.length).toBeGreaterThan(400);
    expect(empty.map(([place]) => place)).toEqual([]);
  });

  it('gives every operation a unique id, a summary and a success response', () => {
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    for (const { name, operation } of operations) {
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^[A-Z0-9].+\.$/)]);
      expect([name, Object.keys(operation.responses)]).toEqual([
        name,
        expect.arrayContaining([expect.stringMatching(/^2/)]),
      ]);
    }
  });

  it('declares the security schemes and permissions of every operation', () => {
    for (const { name, operation } of operations) {
      const schemes = (operation.security ?? []).flatMap((one) => Object.keys(one));
      expect([name, operation.security]).toEqual([name, expect.any(Array)]);
      expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining(schemes));
      expect(permissions).toEqual(expect.arrayContaining(operation['x-permissions'] ?? []));
      expect([name, schemes.includes('apiKey')]).toEqual([name, operation['x-permissions'] !== undefined]);
    }
  });

  it('the description has an example for every request and response body that matches its schema', () => {
    let checked = 0;
    for (const [keys, { schema, example, examples }] of media()) {
      const { properties, type } = schema ?? {};
      const isWithoutExample = keys.at(-1) !== 'application/json' && (type === 'string' || properties?.['file']);
      const isFree = type === 'object' && properties === undefined;
      if (isWithoutExample || isFree) continue;
      const values = examples ? Object.values(examples).map(({ value }) => value) : [example];
      const fits = description.validatorAt(...keys, 'schema');
      for (const value of values) {
        checked += 1;
        expect([keys, fits(value), fits.errors]).toEqual([keys, true, null]);
      }
    }
    expect(checked).toBeGreaterThan(100);
  });
});
