import { describe, expect, it } from '@jest/globals';
import type { QueryExpression } from './expression.js';
import { parseQuery } from './parser.js';

const now = new Date('2026-03-04T05:06:07.089Z');
const parse = (query: string, timeZone?: string) =>
  parseQuery(query, { now, ...(timeZone === undefined ? {} : { timeZone }) });

/** Prints an expression in a short form: `and(tag:rent "old house")`. */
function show(node: QueryExpression): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `${node.kind}(${node.children.map(show).join(' ')})`;
    case 'not':
      return `not(${show(node.child)})`;
    case 'text': {
      const words = node.words.length === 1 ? (node.words[0] ?? '') : `"${node.words.join(' ')}"`;
      return node.fields.length === 2 ? words : `${node.fields.join()}:${words}`;
    }
    case 'tag':
      return `tag:${node.name}`;
    case 'has':
      return `has:${node.what}`;
    case 'date':
      return `${node.field}[${node.from?.toISOString() ?? ''}..${node.before?.toISOString() ?? ''})`;
    case 'field':
      return `{${node.field}}${node.operator}${node.value}`;
    case 'hasField':
      return `has{${node.field}}`;
    default:
      return node.kind;
  }
}

const repeated = (part: string, times: number) => part.repeat(times);

describe('parseQuery', () => {
  it.each([
    ['', 'all'],
    [' \t\n ', 'all'],
    ['rent', 'rent'],
    ['rent house', 'and(rent house)'],
    ['rent rent house', 'and(rent house)'],
    ['"old rent house"', '"old rent house"'],
    ['"old \\"big\\" house"', '"old big house"'],
    ['rent"old house"', 'and(rent "old house")'],
    ["c'est", '"c est"'],
    ['old-house', '"old house"'],
    ['old_house', '"old house"'],
    ['bob@example.com', '"bob example com"'],
    ['1,234.50', '"1 234 50"'],
    ['tag\\:rent', '"tag rent"'],
    ['"unclosed text', '"unclosed text"'],
    ['"ends in backslash\\', '"ends in backslash"'],
  ])('parses the text %j as %s', (query, expected) => {
    expect(show(parse(query))).toBe(expected);
  });

  it.each([
    ['tag:rent', 'tag:rent'],
    ['tag:ReNt', 'tag:rent'],
    ['tag:=rent', 'tag:rent'],
    ['tag:>rent', 'tag:rent'],
    ['tag: rent', 'tag:rent'],
    ['tag:"my rents"', 'tag:my rents'],
    ['tag:"my \\"old\\" rents"', 'tag:my "old" rents'],
    ['tag:my\\:\\:rents', 'tag:my::rents'],
    ['tag:-old', 'tag:-old'],
    ['tag:"-old"', 'tag:-old'],
    ['tag:\\-old', 'tag:\\-old'],
    ['tag:tag_123456789123456789123456', 'tag:tag_123456789123456789123456'],
    ['tag:', 'tag:'],
    ['name:rent', 'name:rent'],
    ['content:"old house"', 'content:"old house"'],
    ['name:', 'all'],
    ['name:>rent', 'nothing'],
    ['content:<rent', 'nothing'],
    ['has:tags', 'has:tags'],
    ['has:date', 'has:documentDate'],
    ['has:>tags', 'nothing'],
    ['has:>date', 'nothing'],
    ['has:Tags', 'has{Tags}'],
    ['has:warranty', 'has{warranty}'],
    ['has:constructor', 'has{constructor}'],
    ['constructor:x', '{constructor}=x'],
    ['__proto__:x', '{__proto__}=x'],
    ['TAG:rent', '{TAG}=rent'],
    ['createdAt:>2024-01-01', '{createdAt}>2024-01-01'],
    ['my\\:field:value', '{my:field}=value'],
    ['"old house":yes', '{old house}=yes'],
    ['"old house":"big one"', '{old house}=big one'],
    ['"my field":>=42', '{my field}>=42'],
    ['"my field":>="4 2"', '{my field}>=4 2'],
    ['"or":a', '{or}=a'],
    ['"NOT":a', '{NOT}=a'],
    ['"AND":>=42', '{AND}>=42'],
    ['"the \\"old\\"":a', '{the "old"}=a'],
    ['"a:b:c":d', '{a:b:c}=d'],
    [':rent', '{}=rent'],
    ['house : rent', 'and(house rent)'],
    ['http://example.com/x', '"http example com x"'],
    ['-http://example.com', 'not("http example com")'],
  ])('parses the filter %j as %s', (query, expected) => {
    expect(show(parse(query))).toBe(expected);
  });

  it.each([
    ['rent AND house', 'and(rent house)'],
    ['rent AND AND house', 'and(rent house)'],
    ['AND rent', 'rent'],
    ['rent OR', 'rent'],
    ['OR rent', 'rent'],
    ['OR OR rent OR OR house', 'or(rent house)'],
    ['rent or house Or flat', 'or(rent house flat)'],
    ['rent OR house AND flat', 'or(rent and(house flat))'],
    ['(rent OR house) AND flat', 'and(or(rent house) flat)'],
    ['(tag:a rent) OR (tag:b house)', 'or(and(tag:a rent) and(tag:b house))'],
    ['NOT rent AND house', 'and(not(rent) house)'],
    ['NOT (tag:a OR tag:b)', 'not(or(tag:a tag:b))'],
    ['-tag:a -tag:b', 'and(not(tag:a) not(tag:b))'],
    ['-rent', 'not(rent)'],
    ['-"old house"', 'not("old house")'],
    ['-"old house":x', 'not({old house}=x)'],
    ['--rent', 'not(rent)'],
    ['-(rent OR house) flat', 'and(not(or(rent house)) flat)'],
    ['"AND"', 'and'],
    ['"OR" "NOT"', 'and(or not)'],
    ['NOT NOT rent', 'rent'],
    ['(tag:a OR tag:a) AND NOT NOT tag:b', 'and(tag:a tag:b)'],
    ['((a OR b) AND c:d)', 'and(or(a b) {c}=d)'],
    [
      'a:b AND (c:d OR (e:f -tag:"full stop")) "and so on"',
      'and({a}=b or({c}=d and({e}=f not(tag:full stop))) "and so on")',
    ],
  ])('parses the logic of %j as %s', (query, expected) => {
    expect(show(parse(query))).toBe(expected);
  });

  it.each([
    ['NOT', 'all'],
    ['()', 'all'],
    ['rent ()', 'rent'],
    ['rent OR ()', 'rent'],
    ['-()', 'all'],
    ['tag:rent AND NOT', 'tag:rent'],
    ['(tag:rent', 'tag:rent'],
    ['tag:rent)', 'tag:rent'],
    ['rent ) house', 'and(rent house)'],
    ['rent ) OR house', 'or(rent house)'],
    ['(rent OR house)) flat', 'and(or(rent house) flat)'],
    ['rent - house', 'and(rent house)'],
    ['!!!', 'all'],
    ['😀', 'all'],
    ['""', 'all'],
    ['!!! OR rent', 'rent'],
    ['-!!! rent', 'rent'],
    ['NOT OR rent', 'rent'],
  ])('repairs %j to %s', (query, expected) => {
    expect(show(parse(query))).toBe(expected);
  });

  it.each([
    ['tag:(rent OR house)', 'or(tag:rent tag:house)'],
    ['-tag:(rent OR "old house") flat', 'and(not(or(tag:rent tag:old house)) flat)'],
    ['name:(rent -house)', 'and(name:rent not(name:house))'],
    ['tag:(rent OR (house name:flat))', 'or(tag:rent and(tag:house name:flat))'],
    ['size:>(1 OR 2)', 'or({size}>1 {size}>2)'],
    ['size:(>1 <9)', 'and({size}>1 {size}<9)'],
    ['tag:() rent', 'rent'],
  ])('applies the field of %j to the whole group: %s', (query, expected) => {
    expect(show(parse(query))).toBe(expected);
  });

  it('parses at most 200 tokens', () => {
    const words = Array.from({ length: 250 }, (_, index) => `w${String(index)}`);
    const expression = parse(words.join(' '));
    expect(expression.kind === 'and' && expression.children).toHaveLength(200);
  });

  it('drops parentheses and negations deeper than ten, but not their content', () => {
    expect(show(parse(`${repeated('(', 12)}rent${repeated(')', 12)}`))).toBe('rent');
    expect(show(parse(`${repeated('(', 12)}rent OR house${repeated(')', 12)} flat`))).toBe('and(or(rent house) flat)');
    expect(show(parse(`${repeated('NOT ', 11)}rent`))).toBe('rent');
    expect(show(parse(`${repeated('NOT ', 9)}rent`))).toBe('not(rent)');
  });

  it('is constant where a condition can never be true, or its negation never false', () => {
    expect(show(parse('created:not-a-date'))).toBe('nothing');
    expect(show(parse('-created:not-a-date'))).toBe('all');
    expect(show(parse('rent created:never'))).toBe('nothing');
    expect(show(parse('rent OR date:never'))).toBe('rent');
  });
});

describe('dates in search queries', () => {
  it.each([
    ['created:2026', '2026-01-01T00:00:00.000Z..2027-01-01T00:00:00.000Z'],
    ['created:2026-02', '2026-02-01T00:00:00.000Z..2026-03-01T00:00:00.000Z'],
    ['created:2026-12', '2026-12-01T00:00:00.000Z..2027-01-01T00:00:00.000Z'],
    ['created:2026-01-12', '2026-01-12T00:00:00.000Z..2026-01-13T00:00:00.000Z'],
    ['created:>=2026-01-12', '2026-01-12T00:00:00.000Z..'],
    ['created:> 2026-01-12', '2026-01-13T00:00:00.000Z..'],
    ['created:<2026-01-12', '..2026-01-12T00:00:00.000Z'],
    ['created:<=2026-01-12', '..2026-01-13T00:00:00.000Z'],
    ['created:<=now', '..2026-03-04T05:06:07.090Z'],
    ['created:>now', '2026-03-04T05:06:07.090Z..'],
    ['created:2024-01-15T00:00:00Z', '2024-01-15T00:00:00.000Z..2024-01-15T00:00:00.001Z'],
    ['created:2024-01-15T02:00:00+02:00', '2024-01-15T00:00:00.000Z..2024-01-15T00:00:00.001Z'],
    ['created:>=2024-01-15T01:02:03.456Z', '2024-01-15T01:02:03.456Z..'],
    ['created:>=2024-01-15T01:02', '2024-01-15T01:02:00.000Z..'],
    ['created:2024/1/5', '2024-01-05T00:00:00.000Z..2024-01-06T00:00:00.000Z'],
    ['created:2024.01.15', '2024-01-15T00:00:00.000Z..2024-01-16T00:00:00.000Z'],
    ['created:"2024,01,15"', '2024-01-15T00:00:00.000Z..2024-01-16T00:00:00.000Z'],
    ['created:"2024 01 15"', '2024-01-15T00:00:00.000Z..2024-01-16T00:00:00.000Z'],
    ['created:>="2024/01/15 06:00:00"', '2024-01-15T06:00:00.000Z..'],
    ['created:"January 15, 2024"', '2024-01-15T00:00:00.000Z..2024-01-16T00:00:00.000Z'],
    ['created:"Jan 15 2024"', '2024-01-15T00:00:00.000Z..2024-01-16T00:00:00.000Z'],
    ['created:"15 January 2024"', '2024-01-15T00:00:00.000Z..2024-01-16T00:00:00.000Z'],
    ['created:"15 Jan 2024"', '2024-01-15T00:00:00.000Z..2024-01-16T00:00:00.000Z'],
    ['created:0050', '0050-01-01T00:00:00.000Z..0051-01-01T00:00:00.000Z'],
  ])('parses %j as %s', (query, expected) => {
    expect(show(parse(query))).toBe(`createdAt[${expected})`);
  });

  it.each([
    'not-a-date',
    '2024-13',
    '2024-02-30',
    '2024-1-15T25:00',
    'NOW',
    '12',
    'Foo 15 2024',
    'Jan 45 2024',
    '""',
    '>2024',
    '24',
  ])('matches nothing for the date %j', (value) => {
    expect(show(parse(`date:"${value}"`))).toBe('nothing');
  });

  it('starts days in the requested time zone', () => {
    expect(show(parse('date:2026-01-12', 'Europe/Paris'))).toBe(
      'documentDate[2026-01-11T23:00:00.000Z..2026-01-12T23:00:00.000Z)',
    );
    expect(show(parse('date:2026-03-29', 'Europe/Paris'))).toBe(
      'documentDate[2026-03-28T23:00:00.000Z..2026-03-29T22:00:00.000Z)',
    );
    expect(show(parse('date:2026-01-12T10:00', 'Asia/Kolkata'))).toBe(
      'documentDate[2026-01-12T04:30:00.000Z..2026-01-12T04:30:00.001Z)',
    );
    // On this day, clocks in São Paulo were moved from midnight to one o'clock.
    expect(show(parse('date:2018-11-04', 'America/Sao_Paulo'))).toBe(
      'documentDate[2018-11-04T03:00:00.000Z..2018-11-05T02:00:00.000Z)',
    );
    expect(show(parse('date:2026-01-12T10:00Z', 'Asia/Kolkata'))).toBe(
      'documentDate[2026-01-12T10:00:00.000Z..2026-01-12T10:00:00.001Z)',
    );
  });

  it('uses UTC for an unknown time zone', () => {
    expect(show(parse('date:2026-01-12', 'Mars/Olympus'))).toBe(
      'documentDate[2026-01-12T00:00:00.000Z..2026-01-13T00:00:00.000Z)',
    );
  });
});
