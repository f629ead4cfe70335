import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import { IsString, ValidateNested } from 'class-validator';
import { IsId, MayBeAbsent, Trim } from './field.decorators.js';
import { PageQueryDto } from './page-query.dto.js';
import { validateDto } from './validate-dto.js';

class Condition {
  @Trim() @IsString() value!: string;
}

class RuleDto {
  @IsId('doc') documentId!: string;
  @MayBeAbsent() @IsId('tag', { each: true }) tagIds?: string[];
  @MayBeAbsent() @ValidateNested({ each: true }) @Type(() => Condition) conditions?: Condition[];
}

const documentId = `doc_${'a1'.repeat(12)}`;
const paths = (input: unknown, type: new () => object = RuleDto) => {
  const checked = validateDto(type, input);
  return 'details' in checked ? [...new Set(checked.details.map(({ path }) => path))] : [];
};

describe('validateDto', () => {
  it('gives an instance of the class', () => {
    const checked = validateDto(RuleDto, { documentId, conditions: [{ value: ' x ' }] });
    expect(checked).toEqual({ value: Object.assign(new RuleDto(), { documentId, conditions: [{ value: 'x' }] }) });
  });

  it('names wrong and unknown keys by their dotted path', () => {
    expect(paths({ documentId, conditions: [{ value: 'x' }, { value: 1, other: 2 }], extra: 1 })).toEqual(
      expect.arrayContaining(['extra', 'conditions.1.value', 'conditions.1.other']),
    );
  });

  it.each(['doc_1', `tag_${'a'.repeat(24)}`, `doc_${'A'.repeat(24)}`, 7, null])(
    'refuses %j as the id of a document',
    (id) => {
      expect(paths({ documentId: id })).toEqual(['documentId']);
    },
  );

  it('tells null from absent', () => {
    expect(paths({ documentId })).toEqual([]);
    expect(paths({ documentId, tagIds: null })).toEqual(['tagIds']);
  });

  it.each([[[]], ['text'], [5], [true]])('refuses %j as a whole', (input) => {
    expect(paths(input)).toEqual([null]);
  });

  it('refuses what the database cannot keep, and structures without end', () => {
    expect(paths({ documentId, conditions: [{ value: 'a\0b' }] })).toEqual(['conditions.0.value']);
    expect(paths({ documentId, conditions: [{ value: '\ud83d' }] })).toEqual(['conditions.0.value']);
    expect(paths({ documentId, conditions: [{ value: '\u{1f600}' }] })).toEqual([]);
    const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as unknown;
    expect(paths({ documentId, conditions: deep })).toEqual(['conditions']);
  });
});

describe('validateDto, asked to pass over something,', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', '__defineGetter__'])('refuses the unknown key %s', (key) => {
    expect(paths({ documentId, [key]: 'x' })).toEqual([key]);
    expect(paths({ documentId, conditions: [{ value: 'x', [key]: {} }] })).toEqual([`conditions.0.${key}`]);
  });

  it('refuses lists in lists, whose entries no rule would see', () => {
    expect(paths({ documentId, conditions: [[]] })).toEqual(['conditions.0']);
    expect(paths({ documentId, tagIds: [[]] })).toEqual(['tagIds.0']);
  });
});

describe('PageQueryDto', () => {
  const read = (input: object) => validateDto(PageQueryDto, input);

  it('starts at the first page of 100', () => {
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
  ])('reads %j as JavaScript does', (input, value) => {
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
  ])('refuses %j', (input) => {
    expect(paths(input, PageQueryDto)).toEqual([Object.keys(input)[0]]);
  });
});
