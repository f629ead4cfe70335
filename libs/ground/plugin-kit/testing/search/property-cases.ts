import { expect } from '@jest/globals';
import type { PropertyCondition, PropertyValue, SearchTree } from '../../src/search/search-backend.js';
import { OTHER_ORGANIZATION } from './seeded-document.js';
import { and, CREATED, not, or, text, type SuiteTools } from './suite-tools.js';

const P = 'cpd_000000000000000000000001';
const OTHER = 'cpd_000000000000000000000002';
const NEVER_USED = 'cpd_000000000000000000000009';

const where = (condition: PropertyCondition, propertyId = P): SearchTree => ({
  kind: 'property',
  propertyId,
  condition,
});
const has = (propertyId = P): SearchTree => ({ kind: 'hasProperty', propertyId });
const number = (value: number): PropertyValue => ({ propertyId: P, type: 'number', number: value });
const string = (value: string): PropertyValue => ({ propertyId: P, type: 'text', text: value });
const date = (value: string): PropertyValue => ({ propertyId: P, type: 'date', date: new Date(value) });
const boolean = (value: boolean): PropertyValue => ({ propertyId: P, type: 'boolean', boolean: value });

export function describeProperties({ check, given, found }: SuiteTools): void {
  check('compares numbers of properties, and a document without the number matches only the negation', async () => {
    await given(
      { id: 'a', properties: [number(-1.5)] },
      { id: 'b', properties: [number(-0)] },
      { id: 'c', properties: [number(0.1)] },
      { id: 'd', properties: [number(1e300)] },
      { id: 'e' },
    );
    const compared = (operator: '<' | '<=' | '=' | '>' | '>=', value: number) =>
      where({ type: 'number', operator, value });
    expect(await found(compared('<', 0))).toEqual(['a']);
    expect(await found(compared('<=', 0))).toEqual(['a', 'b']);
    expect(await found(compared('=', 0))).toEqual(['b']);
    expect(await found(compared('=', -0))).toEqual(['b']);
    expect(await found(compared('=', 0.1))).toEqual(['c']);
    expect(await found(compared('>', 0))).toEqual(['c', 'd']);
    expect(await found(compared('>=', 0.1))).toEqual(['c', 'd']);
    expect(await found(compared('<', 1e308))).toEqual(['a', 'b', 'c', 'd']);
    expect(await found(not(compared('>', 0)))).toEqual(['a', 'b', 'e']);
  });

  check('compares texts of properties as a whole, with regard to case, accents and normalization', async () => {
    const long = 'x'.repeat(900);
    await given(
      { id: 'a', properties: [string('Café')] },
      { id: 'b', properties: [string('café')] },
      { id: 'c', properties: [string('Cafe')] },
      { id: 'd', properties: [string('Cafe\u0301')] },
      { id: 'e', properties: [string('Café ')] },
      { id: 'f', properties: [string('')] },
      { id: 'g', properties: [string(`${long}1`)] },
      { id: 'h', properties: [string(`${long}2`)] },
      { id: 'i' },
    );
    const equals = (value: string) => where({ type: 'text', equals: value });
    for (const [id, value] of [
      ['a', 'Café'],
      ['b', 'café'],
      ['c', 'Cafe'],
      ['d', 'Cafe\u0301'],
      ['e', 'Café '],
      ['f', ''],
      ['g', `${long}1`],
      ['h', `${long}2`],
    ] as const) {
      expect(await found(equals(value))).toEqual([id]);
    }
    for (const value of ['Caf', 'Café%', "' or true --", 'Caf\0', 'Caf\ud800', long]) {
      expect(await found(equals(value))).toEqual([]);
    }
    expect(await found(not(equals('Caf\0')))).toHaveLength(9);
    expect(await found(not(equals('Café')))).toEqual(['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
  });

  check('filters by dates of properties to the millisecond and up to the last one that can be stored', async () => {
    await given(
      { id: 'a', properties: [date('0001-01-01T00:00:00.000Z')] },
      { id: 'b', properties: [date('2026-01-01T23:59:59.999Z')] },
      { id: 'c', properties: [date('2026-01-02T00:00:00.000Z')] },
      { id: 'd', properties: [date('9999-12-31T23:59:59.999Z')] },
      { id: 'e' },
    );
    const between = (from?: string | number, before?: string | number) =>
      where({
        type: 'date',
        ...(from === undefined ? {} : { from: new Date(from) }),
        ...(before === undefined ? {} : { before: new Date(before) }),
      });
    expect(await found(between('2026-01-02'))).toEqual(['c', 'd']);
    expect(await found(between(undefined, '2026-01-02'))).toEqual(['a', 'b']);
    expect(await found(between('2026-01-01', '2026-01-02'))).toEqual(['b']);
    expect(await found(between())).toEqual(['a', 'b', 'c', 'd']);
    expect(await found(between(-8.64e15, 8.64e15))).toEqual(['a', 'b', 'c', 'd']);
    expect(await found(between('9999-12-31T23:59:59.999Z'))).toEqual(['d']);
    expect(await found(between(undefined, '9999-12-31T23:59:59.999Z'))).toEqual(['a', 'b', 'c']);
    expect(await found(between(8.64e15))).toEqual([]);
    expect(await found(between(undefined, -8.64e15))).toEqual([]);
    expect(await found(not(between('2026-01-02')))).toEqual(['a', 'b', 'e']);
  });

  check('distinguishes false and zero from a missing value of a property', async () => {
    await given(
      { id: 'a', properties: [boolean(true)] },
      { id: 'b', properties: [boolean(false)] },
      { id: 'c', properties: [{ ...number(0), propertyId: OTHER }] },
      { id: 'd' },
    );
    expect(await found(where({ type: 'boolean', equals: true }))).toEqual(['a']);
    expect(await found(where({ type: 'boolean', equals: false }))).toEqual(['b']);
    expect(await found(not(where({ type: 'boolean', equals: true })))).toEqual(['b', 'c', 'd']);
    expect(await found(has())).toEqual(['a', 'b']);
    expect(await found(has(OTHER))).toEqual(['c']);
    expect(await found(not(has()))).toEqual(['c', 'd']);
    expect(await found(has(NEVER_USED))).toEqual([]);
    expect(await found(not(has(NEVER_USED)))).toEqual(['a', 'b', 'c', 'd']);
  });

  check('matches options, users and documents of properties when one of several is asked for', async () => {
    for (const type of ['option', 'user', 'document'] as const) {
      const value = (...ids: string[]): PropertyValue =>
        ({ propertyId: P, type, [`${type}Ids`]: ids }) as unknown as PropertyValue;
      const oneOf = (...ids: string[]) => where({ type, [`${type}Ids`]: ids } as unknown as PropertyCondition);
      await given(
        { id: 'a', properties: [value('x1')] },
        { id: 'b', properties: [value('x2', 'x1')] },
        { id: 'c', properties: [value('x3')] },
        { id: 'd' },
      );
      expect(await found(oneOf('x1'))).toEqual(['a', 'b']);
      expect(await found(oneOf('x2'))).toEqual(['b']);
      expect(await found(oneOf('x2', 'x3'))).toEqual(['b', 'c']);
      expect(await found(and(oneOf('x1'), oneOf('x2')))).toEqual(['b']);
      expect(await found(oneOf('x1\0', 'X1', 'x'))).toEqual([]);
      expect(await found(oneOf())).toEqual([]);
      expect(await found(not(oneOf()))).toEqual(['a', 'b', 'c', 'd']);
      expect(await found(not(oneOf('x1')))).toEqual(['c', 'd']);
      expect(await found(has())).toEqual(['a', 'b', 'c']);
    }
  });

  check('never matches a condition of another type, or a property with another id', async () => {
    await given(
      { id: 'a', properties: [string('1'), { ...number(1), propertyId: OTHER }] },
      { id: 'b', properties: [{ propertyId: P, type: 'option', optionIds: ['1'] }] },
    );
    expect(await found(where({ type: 'text', equals: '1' }))).toEqual(['a']);
    expect(await found(where({ type: 'number', operator: '=', value: 1 }))).toEqual([]);
    expect(await found(where({ type: 'number', operator: '=', value: 1 }, OTHER))).toEqual(['a']);
    expect(await found(where({ type: 'user', userIds: ['1'] }))).toEqual([]);
    expect(await found(where({ type: 'date' }))).toEqual([]);
    expect(await found(where({ type: 'boolean', equals: false }))).toEqual([]);
    expect(await found(where({ type: 'text', equals: '1' }, "' or true --"))).toEqual([]);
    expect(await found(has('\0'))).toEqual([]);
  });

  check('combines properties with words, tags and each other, within the organization', async () => {
    const open: PropertyValue = { propertyId: P, type: 'option', optionIds: ['open'] };
    const amount: PropertyValue = { propertyId: OTHER, type: 'number', number: 5 };
    await given(
      { id: 'a', content: 'bill', properties: [open, amount] },
      { id: 'b', content: 'bill', properties: [open] },
      { id: 'c', content: 'letter', properties: [open, amount] },
      { id: 'd', content: 'bill', properties: [open, amount], organizationId: OTHER_ORGANIZATION },
      { id: 'e', content: 'bill', properties: [open, amount], trashed: true },
    );
    const isOpen = where({ type: 'option', optionIds: ['open'] });
    const isFive = where({ type: 'number', operator: '=', value: 5 }, OTHER);
    expect(await found(and(text('bill'), isOpen))).toEqual(['a', 'b']);
    expect(await found(and(text('bill'), isOpen, isFive))).toEqual(['a']);
    expect(await found(or(text('letter'), isFive))).toEqual(['a', 'c']);
    expect(await found(and(isOpen, not(or(text('letter'), isFive))))).toEqual(['b']);
    expect(await found(isFive, CREATED, OTHER_ORGANIZATION)).toEqual(['d']);
  });

  check('filters by MIME types, whole or by the part before the slash', async () => {
    await given(
      { id: 'a', mimeType: 'application/pdf' },
      { id: 'b', mimeType: 'image/png' },
      { id: 'c', mimeType: 'image/jpeg' },
      { id: 'd', mimeType: 'imagex/png' },
      { id: 'e', mimeType: 'image/svg+xml', trashed: true },
    );
    const type = (...mimeTypes: string[]): SearchTree => ({ kind: 'mimeType', mimeTypes });
    expect(await found(type('application/pdf'))).toEqual(['a']);
    expect(await found(type('image/'))).toEqual(['b', 'c']);
    expect(await found(type('image/', 'application/pdf'))).toEqual(['a', 'b', 'c']);
    expect(await found(type('image'))).toEqual([]);
    expect(await found(type('image/p'))).toEqual([]);
    expect(await found(type('image/%', '%/', 'image/\0', 'i_age/', '/'))).toEqual([]);
    expect(await found(type())).toEqual([]);
    expect(await found(not(type('image/')))).toEqual(['a', 'd']);
    expect(await found(not(type()))).toEqual(['a', 'b', 'c', 'd']);
  });
}
