import { describe, expect, it } from '@jest/globals';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, Length, MaxLength, ValidateBy, ValidateNested } from 'class-validator';
import { growthOf, isLinear } from '../../../../test/growth/growth.js';
import { MaxInputLength } from './field-limits.js';
import { IsId, MayBeAbsent, Trim } from './field.decorators.js';
import { PageQuery } from './page-query.dto.js';
import { validateDto } from './validate-dto.js';

class Condition {
  @Trim() @IsString() value!: string;
}

class RuleBody {
  @IsId('doc') documentId!: string;
  @MayBeAbsent() @IsId('tag', { each: true }) tagIds?: string[];
  @MayBeAbsent() @ValidateNested({ each: true }) @Type(() => Condition) conditions?: Condition[];
}

const documentId = `doc_${'a1'.repeat(12)}`;
const paths = (input: unknown, type: new () => object = RuleBody) => {
  const checked = validateDto(type, input);
  return 'details' in checked ? [...new Set(checked.details.map(({ path }) => path))] : [];
};

describe('validateDto', () => {
  it('returns an instance of the DTO class', () => {
    const checked = validateDto(RuleBody, { documentId, conditions: [{ value: ' x ' }] });
    expect(checked).toEqual({ value: Object.assign(new RuleBody(), { documentId, conditions: [{ value: 'x' }] }) });
  });

  it('reports invalid and unknown keys by their dotted path', () => {
    expect(paths({ documentId, conditions: [{ value: 'x' }, { value: 1, other: 2 }], extra: 1 })).toEqual(
      expect.arrayContaining(['extra', 'conditions.1.value', 'conditions.1.other']),
    );
  });

  it.each(['doc_1', `tag_${'a'.repeat(24)}`, `doc_${'A'.repeat(24)}`, 7, null])(
    'rejects %j as the id of a document',
    (id) => {
      expect(paths({ documentId: id })).toEqual(['documentId']);
    },
  );

  it('distinguishes null from a missing key', () => {
    expect(paths({ documentId })).toEqual([]);
    expect(paths({ documentId, tagIds: null })).toEqual(['tagIds']);
  });

  it.each([[[]], ['text'], [5], [true], [null]])('rejects %j as the whole input', (input) => {
    expect(paths(input)).toEqual([null]);
  });

  it('rejects text that PostgreSQL cannot store, and structures without end', () => {
    expect(paths({ documentId, conditions: [{ value: 'a\0b' }] })).toEqual(['conditions.0.value']);
    expect(paths({ documentId, conditions: [{ value: '\ud83d' }] })).toEqual(['conditions.0.value']);
    expect(paths({ documentId, conditions: [{ value: '\u{1f600}' }] })).toEqual([]);
    const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as unknown;
    expect(paths({ documentId, conditions: deep })).toEqual(['conditions']);
  });
});

describe('validateDto with values beyond the limits of a field', () => {
  const touched: unknown[] = [];
  const Touches = () =>
    ValidateBy({ name: 'touches', validator: { validate: (value: unknown) => touched.push(value) > 0 } });
  const Converted = () =>
    Transform(({ value }: { value: unknown }) => {
      touched.push(value);
      return value;
    });

  class LimitedBody {
    @Trim() @Touches() @IsString() @Length(1, 5) name!: string;
    @MayBeAbsent() @Converted() @MaxLength(5) plain?: string;
    @MayBeAbsent() @MaxInputLength(5) @Converted() date?: string;
    @MayBeAbsent() @Touches() @IsArray() @ArrayMaxSize(3) @IsString({ each: true }) list?: string[];
  }
  const check = (input: object) => validateDto(LimitedBody, { name: 'ok', ...input });
  const message = (input: object) => {
    const checked = check(input);
    return 'details' in checked ? checked.details.map((detail) => detail.message) : [];
  };

  it('rejects the value before any other rule runs', () => {
    touched.length = 0;
    expect(message({ name: 'x'.repeat(6) })).toEqual(['name must be shorter than or equal to 5 characters']);
    expect(message({ plain: 'x'.repeat(6) })).toEqual(['plain must be shorter than or equal to 5 characters']);
    expect(message({ date: 'x'.repeat(6) })).toEqual(['date must be shorter than or equal to 5 characters']);
    expect(message({ list: Array.from({ length: 4 }, () => 'entry') })).toEqual([
      'list must contain no more than 3 elements',
    ]);
    expect(touched.filter((value) => value !== 'ok' && value !== undefined)).toEqual([]);
  });

  it('counts characters as PostgreSQL does, after trimming', () => {
    expect(message({ name: '😀'.repeat(5) })).toEqual([]);
    expect(message({ name: `${' '.repeat(100)}name` })).toEqual([]);
    expect(message({ plain: `${' '.repeat(5)}x` })).toHaveLength(1);
    expect(message({ plain: 'a\uFE0F'.repeat(3) })).toHaveLength(1);
  });

  it('reports one detail per field, for the first rule that fails', () => {
    expect(message({ name: 5 })).toEqual(['name must be a string']);
    expect(message({ list: 'text' })).toEqual(['list must be an array']);
  });

  it('reports one detail for the same fault in many entries of a list, and at most 20 details', () => {
    const conditions = Array.from({ length: 50 }, () => ({ value: 1, other: 2 }));
    expect(paths({ documentId, conditions }).sort()).toEqual(['conditions.0.other', 'conditions.0.value']);
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, 1]));
    expect(paths({ documentId, ...unknown })).toHaveLength(20);
    const [long] = paths({ documentId, ['k'.repeat(100_000)]: 1 });
    expect(long).toBe(`${'k'.repeat(100)}…`);
  });

  it('rejects lists and objects without a declared limit beyond 5000 entries', () => {
    expect(paths({ documentId, tagIds: Array.from({ length: 5001 }, () => 'tag_1') })).toEqual(['tagIds']);
    expect(message({ name: Array.from({ length: 5001 }, () => 1) })).toEqual([
      'name must contain no more than 5000 elements',
    ]);
    const object = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, 1]));
    expect(paths({ documentId: object })).toEqual(['documentId']);
  });

  it.each([
    [
      'unknown keys',
      (size: number) => Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, 1])),
    ],
    ['a list where a text is expected', (size: number) => ({ name: Array.from({ length: size }, () => 1) })],
    ['a list of lists where a text is expected', (size: number) => ({ name: Array.from({ length: size }, () => []) })],
    ['a long text', (size: number) => ({ name: 'é'.repeat(size) })],
    ['a long text of spaces', (size: number) => ({ name: ' '.repeat(size) })],
    ['a list of many entries', (size: number) => ({ list: Array.from({ length: size }, () => 'entry') })],
  ])('takes time in proportion to the input for %s', async (_, inputOf) => {
    expect(isLinear(await growthOf(check, inputOf))).toBe(true);
  });
});

describe('validateDto with values that class-transformer would skip', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', '__defineGetter__'])('rejects the unknown key %s', (key) => {
    expect(paths({ documentId, [key]: 'x' })).toEqual([key]);
    expect(paths({ documentId, conditions: [{ value: 'x', [key]: {} }] })).toEqual([`conditions.0.${key}`]);
  });

  it('rejects nested lists, whose entries no rule would check', () => {
    expect(paths({ documentId, conditions: [[]] })).toEqual(['conditions.0']);
    expect(paths({ documentId, tagIds: [[]] })).toEqual(['tagIds.0']);
  });
});

describe('PageQuery', () => {
  const read = (input: object) => validateDto(PageQuery, input);

  it('defaults to the first page of 100 entries', () => {
    expect(read({})).toEqual({ value: { pageIndex: 0, pageSize: 100 } });
  });

  it.each([
    [{ pageIndex: '' }, { pageIndex: 0, pageSize: 100 }],
    [
      { pageIndex: '1e2', pageSize: '0x10' },
      { pageIndex: 100, pageSize: 16 },
    ],
    [
      { pageIndex: '-0', pageSize: '1.0' },
      { pageIndex: 0, pageSize: 1 },
    ],
  ])('converts %j as JavaScript does', (input, value) => {
    expect(read(input)).toEqual({ value });
  });

  it.each([
    { pageIndex: 'abc' },
    { pageIndex: '1.5' },
    { pageIndex: '-1' },
    { pageIndex: ['1', '2'] },
    { pageIndex: '1e300' },
    { pageSize: '0' },
    { pageSize: '101' },
    { tags: 'x' },
  ])('rejects %j as a page number', (input) => {
    expect(paths(input, PageQuery)).toEqual([Object.keys(input)[0]]);
  });
});
