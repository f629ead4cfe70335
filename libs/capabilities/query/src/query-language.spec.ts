import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery, printQuery, readTokens, type QueryFilter, type QueryNode, type QueryText } from './index.js';

/** The tree without positions. */
function bare(node: QueryNode | undefined): unknown {
  switch (node?.kind) {
    case undefined:
      return undefined;
    case 'and':
    case 'or':
      return { kind: node.kind, children: node.children.map(bare) };
    case 'not':
      return { kind: 'not', child: bare(node.child) };
    case 'text':
      return { kind: 'text', text: node.text, quoted: node.quoted };
    case 'filter': {
      const { field, operator, value, quoted } = node;
      return { kind: 'filter', field, operator, value, quoted };
    }
  }
}

/** Prints a tree in a short form that shows its structure: `and(tag=rent "old house")`. */
function show(node: QueryNode | undefined): string {
  switch (node?.kind) {
    case undefined:
      return 'all';
    case 'and':
    case 'or':
      return `${node.kind}(${node.children.map(show).join(' ')})`;
    case 'not':
      return `not(${show(node.child)})`;
    case 'text':
      return node.quoted ? JSON.stringify(node.text) : node.text;
    case 'filter':
      return `{${node.field}}${node.operator}${node.quoted ? JSON.stringify(node.value) : node.value}`;
  }
}

const parse = (query: string) => show(parseQuery(query).tree);
const codes = (query: string) => parseQuery(query).notes.map(({ code }) => code);

describe('parseQuery', () => {
  it.each([
    ['', 'all'],
    [' \t\n ', 'all'],
    ['rent', 'rent'],
    ['rent house', 'and(rent house)'],
    ['"old rent house"', '"old rent house"'],
    ['"old \\"big\\" house"', '"old \\"big\\" house"'],
    ['rent"old house"', 'and(rent "old house")'],
    ['tag\\:rent', '"tag:rent"'],
    ['"unclosed text', '"unclosed text"'],
    ['"ends in backslash\\', '"ends in backslash\\\\"'],
    ['-', '"-"'],
    ['"OR" "NOT"', 'and("OR" "NOT")'],
    ['house : rent', 'and(house ":" rent)'],
    ['http://example.com/x', '"http://example.com/x"'],
    ['-http://example.com', 'not("http://example.com")'],
  ])('reads the text %j as %s', (query, expected) => {
    expect(parse(query)).toBe(expected);
  });

  it.each([
    ['tag:rent', '{tag}=rent'],
    ['tag:=rent', '{tag}=rent'],
    ['tag:>rent', '{tag}>rent'],
    ['tag: rent', '{tag}=rent'],
    ['tag:"my rents"', '{tag}="my rents"'],
    ['tag:"my \\"old\\" rents"', '{tag}="my \\"old\\" rents"'],
    ['tag:my\\:\\:rents', '{tag}=my::rents'],
    ['tag:-old', '{tag}=-old'],
    ['tag:\\-old', '{tag}="\\\\-old"'],
    ['tag:', '{tag}=""'],
    ['(tag: ) rent', 'and({tag}="" rent)'],
    ['tag: \\"x', '{tag}="\\"x"'],
    ['"my field":>="4 2"', '{my field}>="4 2"'],
    ['created:">2026"', '{created}=">2026"'],
    ['created:>= 2026', '{created}>=2026'],
    ['my\\:field:value', '{my:field}=value'],
    ['"a:b:c":d', '{a:b:c}=d'],
    [':rent', '{}=rent'],
    ['"or":a', '{or}=a'],
    ['notes://server/share', '{notes}="//server/share"'],
    ['http:"//example.com"', '{http}="//example.com"'],
  ])('reads the filter %j as %s', (query, expected) => {
    expect(parse(query)).toBe(expected);
  });

  it.each([
    ['rent AND house', 'and(rent house)'],
    ['rent or house Or flat', 'or(rent house flat)'],
    ['rent OR house AND flat', 'or(rent and(house flat))'],
    ['(rent OR house) AND flat', 'and(or(rent house) flat)'],
    ['rent (house (flat door))', 'and(rent and(house and(flat door)))'],
    ['NOT NOT rent', 'not(not(rent))'],
    ['--rent', 'not("-rent")'],
    ['-(rent OR house) flat', 'and(not(or(rent house)) flat)'],
    ['tag:(rent OR "old house")', 'or({tag}=rent {tag}="old house")'],
    ['size:(>1 <9)', 'and({size}>1 {size}<9)'],
    ['size:>(1 OR 2)', 'or({size}>1 {size}>2)'],
    ['size:(">1")', '{size}=">1"'],
    ['-tag:(rent OR (house name:flat)) x', 'and(not(or({tag}=rent and({tag}=house {name}=flat))) x)'],
  ])('reads the logic of %j as %s', (query, expected) => {
    expect(parse(query)).toBe(expected);
  });

  it.each([
    ['NOT', 'all', ['missing-operand-for-not']],
    ['()', 'all', ['empty-group']],
    ['rent ()', 'rent', ['empty-group']],
    ['rent OR', 'rent', ['missing-operand-for-or']],
    ['OR rent', 'rent', ['missing-operand-for-or']],
    ['AND rent', 'rent', ['missing-operand-for-and']],
    ['rent AND', 'rent', ['missing-operand-for-and']],
    ['rent AND AND house', 'and(rent house)', ['missing-operand-for-and']],
    ['rent OR OR house', 'or(rent house)', ['missing-operand-for-or']],
    ['(rent', 'rent', ['unmatched-opening-parenthesis']],
    ['rent ) house', 'and(rent house)', ['unmatched-closing-parenthesis']],
    ['rent ) OR house', 'or(rent house)', ['unmatched-closing-parenthesis']],
    ['"rent', '"rent"', ['unclosed-quoted-string']],
    ['http://x', '"http://x"', ['address-searched-as-text']],
    ['house : rent', 'and(house ":" rent)', ['lone-colon-ignored']],
    ['rent "house" tag:x -(y OR z)', 'and(rent "house" {tag}=x not(or(y z)))', []],
  ])('repairs %j to %s, with a note', (query, expected, notes) => {
    expect([parse(query), codes(query)]).toEqual([expected, notes]);
  });

  it('reads at most 200 tokens and notes where the rest starts', () => {
    const words = Array.from({ length: 250 }, (_, index) => `w${String(index)}`);
    const { tree, notes } = parseQuery(words.join(' '));
    expect(tree?.kind === 'and' && tree.children).toHaveLength(200);
    expect(notes).toMatchObject([{ code: 'max-tokens-exceeded', from: words.slice(0, 200).join(' ').length + 1 }]);
  });

  it('drops parentheses and negations deeper than ten, but not their content', () => {
    const nested = (count: number, text: string) => `${'('.repeat(count)}${text}${')'.repeat(count)}`;
    expect(parse(nested(12, 'rent'))).toBe('rent');
    expect(codes(nested(12, 'rent'))).toEqual(['max-nesting-depth-exceeded', 'max-nesting-depth-exceeded']);
    expect(parse(`${nested(12, 'rent OR house')} flat`)).toBe('and(or(rent house) flat)');
    expect(codes(`${'NOT '.repeat(11)}rent`)).toEqual(['max-nesting-depth-exceeded']);
    expect(codes(nested(10, 'rent'))).toEqual([]);
  });

  it('gives the position of each node and of the value of a filter', () => {
    const query = 'a  -"b c" (created:>= "2026" OR tag:(d e))';
    const parts: string[] = [];
    const collect = (node: QueryNode | undefined): void => {
      if (node === undefined) return;
      const value = node.kind === 'filter' ? ` = ${query.slice(node.valueFrom, node.to)}` : '';
      parts.push(`${node.kind}: ${query.slice(node.from, node.to)}${value}`);
      if (node.kind === 'not') collect(node.child);
      if (node.kind === 'and' || node.kind === 'or') node.children.forEach(collect);
    };
    collect(parseQuery(query).tree);
    expect(parts).toEqual([
      `and: ${query}`,
      'text: a',
      'not: -"b c"',
      'text: "b c"',
      'or: (created:>= "2026" OR tag:(d e))',
      'filter: created:>= "2026" = "2026"',
      'and: tag:(d e)',
      'filter: d = d',
      'filter: e = e',
    ]);
  });
});

describe('readTokens', () => {
  it('gives the position of each token and of the field of a filter', () => {
    const query = '-"my field":>=4 AND ( name:( x)';
    const { tokens } = readTokens(query);
    expect(tokens.map(({ kind, from, to }) => `${kind} ${query.slice(from, to)}`)).toEqual([
      'not -',
      'filter "my field":>=4',
      'and AND',
      '( (',
      'groupFilter name:(',
      'text x',
      ') )',
    ]);
    const filter = tokens[1];
    expect(filter?.kind === 'filter' && query.slice(filter.from, filter.fieldTo)).toBe('"my field"');
  });
});

const range = { from: 0, to: 0 };
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(fc.constantFrom('"', '\\', ':', '(', ')', '-', ' ', '>', '=', '//', 'or', 'NOT', 'x', '\n'), {
      maxLength: 6,
    })
    .map((parts) => parts.join('')),
);
const bareText = fc.constantFrom('rent', 'House', '日本', "c'est", '5€', 'a-b', '=x', '>2', '!!!');
const bareValue = fc.constantFrom('rent', '-x', '2026-01-01T00:00:00Z', 'or', 'a=b', 'x/y', '/', 'me@example.com');
const text: fc.Arbitrary<QueryText> = fc.oneof(
  anyText.map((value) => ({ kind: 'text' as const, text: value, quoted: true, ...range })),
  bareText.map((value) => ({ kind: 'text' as const, text: value, quoted: false, ...range })),
);
const filter: fc.Arbitrary<QueryFilter> = fc
  .tuple(
    fc.oneof(fc.constantFrom('tag', 'created', 'has', 'or', 'Due Date'), anyText),
    fc.constantFrom('=' as const, '<' as const, '<=' as const, '>' as const, '>=' as const),
    fc.oneof(
      anyText.map((value) => ({ value, quoted: true })),
      bareValue.map((value) => ({ value, quoted: false })),
    ),
  )
  .map(([field, operator, value]) => ({ kind: 'filter', field, operator, ...value, ...range, valueFrom: 0 }));

/** Random trees within the limits of a query. */
function trees(depth: number): fc.Arbitrary<QueryNode> {
  const leaf: fc.Arbitrary<QueryNode> = fc.oneof(text, filter);
  if (depth === 0) return leaf;
  const child = trees(depth - 1);
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 1, arbitrary: child.map((inner): QueryNode => ({ kind: 'not', child: inner, ...range })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(child, { minLength: 2, maxLength: 3 }))
        .map(([kind, children]): QueryNode => ({ kind, children, ...range })),
    },
  );
}

const pieces = fc.constantFrom(
  ...['rent', 'OR', 'AND', 'NOT', '(', ')', '-', '-(', '"', '"old house"', 'tag:rent', 'tag:(', 'x:>', ':', '\\'],
  ...['!!!', 'name:', 'http://x', 'a\\:b', 'tag:\\-x', 'date: "1"', '"f g":', 'size:>=(', '""', 'tag: "', '>2', '\n'],
);
const queries = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 1_024 }),
  fc.array(pieces, { maxLength: 250 }).map((parts) => parts.join(' ')),
  fc.array(pieces, { maxLength: 120 }).map((parts) => parts.join('')),
);

describe('printQuery', () => {
  it('prints any tree as a query that is parsed as the same tree', () => {
    fc.assert(
      fc.property(trees(4), (tree) => {
        expect(bare(parseQuery(printQuery(tree)).tree)).toEqual(bare(tree));
      }),
      { numRuns: 2_000 },
    );
  });

  it('prints the tree of any text as a query without syntax errors that is parsed as the same tree', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const { tree } = parseQuery(query);
        const again = parseQuery(printQuery(tree));
        expect(bare(again.tree)).toEqual(bare(tree));
        expect(again.notes).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['rent   AND house', 'rent house'],
    ['((rent)) OR ((house flat))', 'rent OR house flat'],
    ['NOT tag:=rent', '-tag:rent'],
    ['-(a OR b)', 'NOT (a OR b)'],
    ['tag:(a OR "b c") d', '(tag:a OR tag:"b c") d'],
    ['tag\\:rent', '"tag:rent"'],
    ['"my field":>="4 2"', '"my field":>="4 2"'],
    ['created: 2026', 'created:2026'],
    ['', ''],
  ])('prints %j as %j', (query, expected) => {
    expect(printQuery(parseQuery(query).tree)).toBe(expected);
  });
});

describe('positions', () => {
  it('positions of any query are within the text and within the parent', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const { tree, notes } = parseQuery(query);
        const check = (node: QueryNode, from: number, to: number): void => {
          expect(node.from >= from && node.to <= to && node.from <= node.to).toBe(true);
          if (node.kind === 'not') check(node.child, node.from, node.to);
          if (node.kind === 'and' || node.kind === 'or')
            for (const child of node.children) check(child, node.from, node.to);
        };
        if (tree !== undefined) check(tree, 0, query.length);
        for (const note of notes) expect(note.from >= 0 && note.from < note.to && note.to <= query.length).toBe(true);
      }),
    );
  });
});
