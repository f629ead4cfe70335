import { describe, expect, it } from '@jest/globals';
import { growthOf, isLinear } from '../../../../test/growth/growth.js';
import { JSON_TYPE, jsonExcess } from './json-limits.js';

describe('jsonExcess', () => {
  it.each([
    '{}',
    '[]',
    '"text"',
    '',
    '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}',
    '{"a":"\\"a\\":{[","b":"\\\\"}',
    ' { "a" : "b" , "b" : "a" } ',
    '["a","a","a"]',
    '{"content":"a\\\\\\"b\\"c"}',
    `${'['.repeat(32)}${']'.repeat(32)}`,
    '{"a":1',
    '}}}}]]]]',
    '"never closed',
  ])('the JSON limits accept %j', (text) => {
    expect(jsonExcess(text)).toBeUndefined();
  });

  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":2, "a" : 3}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"x":{"a":1},"y":[{"b":{},"b":1}]}', 'b'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":{"a":1},"a":1}', 'a'],
  ])('rejects %j because of the duplicate key', (text, path) => {
    expect(jsonExcess(text)).toEqual({ path, message: `property ${path} is given twice` });
  });

  it('rejects JSON nested deeper than 32 levels', () => {
    const message = 'must not be nested deeper than 32';
    expect(jsonExcess('['.repeat(33))).toEqual({ path: null, message });
    expect(jsonExcess('{"a":'.repeat(2_000_000))).toEqual({ path: null, message });
  });

  it('rejects JSON with more than 5000 keys and list entries', () => {
    const message = 'must not have more than 5000 keys and list entries';
    expect(jsonExcess(`[${'1,'.repeat(4998)}1]`)).toBeUndefined();
    expect(jsonExcess(`[${'1,'.repeat(5000)}1]`)).toEqual({ path: null, message });
    expect(jsonExcess(`{${Array.from({ length: 5001 }, (_, index) => `"k${index}":1`).join()}}`)).toEqual({
      path: null,
      message,
    });
  });

  it.each([
    ['a text of quotes', (size: number) => `{"content":"${'\\"'.repeat(size)}"}`],
    ['a text of backslashes', (size: number) => `{"content":"${'\\\\'.repeat(size)}"}`],
    ['white space', (size: number) => `{"content"${' '.repeat(size)}:1}`],
    ['one long key', (size: number) => `{"${'\\u0061'.repeat(size)}":1}`],
    ['a text that is never closed', (size: number) => `{"content":"${'a'.repeat(size)}`],
    ['closing brackets', (size: number) => '}'.repeat(size)],
    ['digits', (size: number) => `{"a":${'1'.repeat(size)}}`],
  ])('takes time in proportion to the length of %s', async (_, textOf) => {
    expect(isLinear(await growthOf(jsonExcess, textOf))).toBe(true);
  });
});

it('JSON_TYPE matches only the type json and types that end in +json', () => {
  const types = ['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json', 'APPLICATION/JSON'];
  expect(types.map((type) => JSON_TYPE.test(type))).toEqual(types.map(() => true));
  const others = ['application/jsonx', 'application/json-seq', 'application/jsonp', 'text/json', 'application/xjson'];
  expect(others.map((type) => JSON_TYPE.test(type))).toEqual(others.map(() => false));
});
