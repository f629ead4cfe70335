import { describe, expect, it } from '@jest/globals';
import { showTree } from '../../test/show-tree.js';
import { interpretQuery } from './interpret-query.js';
import type { QueryResolver, SearchableProperty } from './query-resolver.js';
import { loadStem } from './stemming.js';

const now = new Date('2026-03-04T05:06:07.089Z');
const OPTIONS = [
  { id: 'opt_open', key: 'open' },
  { id: 'opt_wip', key: 'inprogress' },
];
const property = (
  type: SearchableProperty['type'],
  options: SearchableProperty['options'] = [],
): SearchableProperty => ({
  id: `cpd_${type}`,
  type,
  options,
});
const PROPERTIES = new Map([
  ['category', property('text')],
  ['amount', property('number')],
  ['duedate', property('date')],
  ['paid', property('boolean')],
  ['status', property('select', OPTIONS)],
  ['labels', property('multi_select', OPTIONS)],
  ['assignee', property('user_relation')],
  ['related', property('document_relation')],
]);
const DOCUMENT = 'doc_000000000000000000000001';

/** Every tag exists and has its name as id. */
const resolver: QueryResolver = {
  tagIdsByNameOrId: (names) => Promise.resolve(new Map(names.map((name) => [name, [name]]))),
  propertiesByKey: (keys) => Promise.resolve(new Map([...PROPERTIES].filter(([key]) => keys.includes(key)))),
  userIds: (texts) =>
    Promise.resolve(new Map(texts.filter((text) => text === 'Ann').map((text) => [text, ['usr_ann']]))),
};

async function meaning(query: string, options: { timeZone?: string } = {}): Promise<string> {
  return showTree((await interpretQuery(query, { now, ...options }, resolver)).tree);
}

async function notes(query: string): Promise<string[]> {
  const { explanation } = await interpretQuery(query, { now }, resolver);
  return explanation.notes.map(({ code, from, to }) => `${code} ${query.slice(from, to)}`);
}

describe('the meaning of words in a query', () => {
  it.each([
    ['', 'all'],
    ['rent rent house', 'and(rent house)'],
    ['"old rent house"', '"old rent house"'],
    ["c'est", '"c est"'],
    ['old-house', 'or("old house" oldhouse)'],
    ['old_house', '"old house"'],
    ['bob@example.com', '"bob example com"'],
    ['tag\\:rent', '"tag rent"'],
    ['--rent', 'not(rent)'],
    ['http://example.com/x', '"http example com x"'],
    ['ﬁle', 'file'],
    ['Ｒｅｎｔ', 'rent'],
    ['việt', 'viet'],
    ['name:rent', 'name:rent'],
    ['content:"old house"', 'content:"old house"'],
    ['notes:rent', 'notes:rent'],
    ['1,234.50', 'or("1 234 50" "1234 50")'],
    ['"total 1,234"', 'or("total 1 234" "total 1234")'],
    ['name:1,234', 'or(name:"1 234" name:1234)'],
    ['1234', '1234'],
  ])('the words %j mean %s', async (query, expected) => {
    expect(await meaning(query)).toBe(expected);
  });

  it.each([
    ['!!!', 'all', 'no-words !!!'],
    ['😀', 'all', 'no-words 😀'],
    ['""', 'all', 'no-words ""'],
    ['!!! OR rent', 'rent', 'no-words !!!'],
    ['-!!! rent', 'rent', 'no-words !!!'],
    ['rent - house', 'and(rent house)', 'no-words -'],
    ['house : rent', 'and(house rent)', 'lone-colon-ignored :,no-words :'],
    ['name: rent', 'name:rent', ''],
    ['name:', 'all', 'no-words name:'],
    ['name:!!! rent', 'rent', 'no-words name:!!!'],
    ['name:>rent', 'nothing', 'unsupported-filter-operator name:>rent'],
    ['content:<rent', 'nothing', 'unsupported-filter-operator content:<rent'],
    ['notes:>=rent', 'nothing', 'unsupported-filter-operator notes:>=rent'],
  ])('the words %j mean %s, with the notes %j', async (query, expected, codes) => {
    expect([await meaning(query), (await notes(query)).join()]).toEqual([expected, codes]);
  });
});

describe('the meaning of filters in a query', () => {
  it.each([
    ['tag:ReNt', 'tag:rent', ''],
    ['tag:>rent', 'tag:rent', 'operator-ignored tag:>rent'],
    ['tag:', 'all', 'unfinished-filter tag:'],
    ['tag:"nul\0"', 'nothing', 'unknown-tag tag:"nul\0"'],
    ['tag:"half \ud800"', 'nothing', 'unknown-tag tag:"half \ud800"'],
    ['has:tags', 'has:tags', ''],
    ['has:date', 'has:documentDate', ''],
    ['has:>tags', 'nothing', 'unsupported-filter-operator has:>tags'],
    ['has:Tags', 'nothing', 'unsupported-has-value has:Tags'],
    ['has:"Due Date"', 'has:cpd_date', ''],
    ['has:>amount', 'has:cpd_number', 'operator-ignored has:>amount'],
    ['has:constructor', 'nothing', 'unsupported-has-value has:constructor'],
    ['constructor:x', 'nothing', 'unknown-filter constructor:x'],
    ['__proto__:x', 'nothing', 'unknown-filter __proto__:x'],
    ['TAG:rent', 'nothing', 'unknown-filter TAG:rent'],
    [':rent', 'nothing', 'unknown-filter :rent'],
    ['type:pdf', 'type[application/pdf]', ''],
    ['type:IMAGE', 'type[image/]', ''],
    ['type:Image/PNG', 'type[image/png]', ''],
    ['type:image/', 'type[image/]', ''],
    ['type:invoice', 'nothing', 'unknown-type type:invoice'],
    ['type:constructor', 'nothing', 'unknown-type type:constructor'],
    ['type:>pdf', 'nothing', 'unsupported-filter-operator type:>pdf'],
    ['Type:pdf', 'nothing', 'unknown-filter Type:pdf'],
    ['created:not-a-date', 'nothing', 'invalid-date-format created:not-a-date'],
    ['-created:not-a-date', 'all', 'invalid-date-format created:not-a-date'],
    ['rent created:never', 'nothing', 'invalid-date-format created:never'],
    ['rent OR date:never', 'rent', 'invalid-date-format date:never'],
    ['tag:(rent OR house)', 'or(tag:rent tag:house)', ''],
    ['-tag:(rent OR "old house") flat', 'and(not(or(tag:rent tag:old house)) flat)', ''],
    ['name:(rent -house)', 'and(name:rent not(name:house))', ''],
    ['tag:() rent', 'rent', 'empty-group tag:()'],
  ])('the filter %j means %s, with the notes %j', async (query, expected, codes) => {
    expect([await meaning(query), (await notes(query)).join()]).toEqual([expected, codes]);
  });

  it.each([
    ['category:invoice', 'cpd_text{=invoice}', ''],
    ['CATEGORY:"Two Words"', 'cpd_text{=Two Words}', ''],
    ['category:""', 'cpd_text{=}', ''],
    ['category:>invoice', 'nothing', 'unsupported-filter-operator category:>invoice'],
    ['category:"nul\0"', 'nothing', 'invalid-text-value category:"nul\0"'],
    ['amount:150', 'cpd_number{=150}', ''],
    ['amount:>=-1.5e3', 'cpd_number{>=-1500}', ''],
    ['amount:<0x10', 'cpd_number{<16}', ''],
    ['amount:-0', 'cpd_number{=0}', ''],
    ['amount:', 'all', 'unfinished-filter amount:'],
    ['amount:"" rent', 'nothing', 'invalid-number-value amount:""'],
    ['amount:"  "', 'nothing', 'invalid-number-value amount:"  "'],
    ['amount:Infinity', 'nothing', 'invalid-number-value amount:Infinity'],
    ['amount:1e999', 'nothing', 'invalid-number-value amount:1e999'],
    ['amount:1,234', 'nothing', 'invalid-number-value amount:1,234'],
    ['duedate:2026', 'cpd_date{2026-01-01T00:00:00.000Z..2027-01-01T00:00:00.000Z}', ''],
    ['"Due Date":<=now', 'cpd_date{..2026-03-04T05:06:07.090Z}', ''],
    ['due-date:x', 'nothing', 'invalid-date-format due-date:x'],
    ['paid:YES', 'cpd_boolean{=true}', ''],
    ['paid:off', 'cpd_boolean{=false}', ''],
    ['paid:maybe', 'nothing', 'invalid-boolean-value paid:maybe'],
    ['paid:constructor', 'nothing', 'invalid-boolean-value paid:constructor'],
    ['paid:>yes', 'nothing', 'unsupported-filter-operator paid:>yes'],
    ['status:"In Progress"', 'cpd_select{opt_wip}', ''],
    ['labels:OPEN', 'cpd_multi_select{opt_open}', ''],
    ['status:closed', 'nothing', 'unknown-option status:closed'],
    ['status:!!!', 'nothing', 'unknown-option status:!!!'],
    ['status:<open', 'nothing', 'unsupported-filter-operator status:<open'],
    ['assignee:Ann', 'cpd_user_relation{usr_ann}', ''],
    ['assignee:ann', 'nothing', 'unknown-user assignee:ann'],
    ['assignee:>Ann', 'nothing', 'unsupported-filter-operator assignee:>Ann'],
    [`related:${DOCUMENT}`, `cpd_document_relation{${DOCUMENT}}`, ''],
    ['related:other', 'nothing', 'invalid-document-id related:other'],
    ['status:(open OR "in progress")', 'or(cpd_select{opt_open} cpd_select{opt_wip})', ''],
    ['-amount:(>1 <9)', 'not(and(cpd_number{>1} cpd_number{<9}))', ''],
  ])('the filter %j on a custom property means %s, with the notes %j', async (query, expected, codes) => {
    expect([await meaning(query), (await notes(query)).join()]).toEqual([expected, codes]);
  });

  it('prefers a custom property to the filters notes: and type:, but not to the other ones', async () => {
    const propertiesByKey = (keys: string[]) =>
      Promise.resolve(new Map(keys.map((key) => [key, { ...property('text'), id: `cpd_${key}` }])));
    const tree = async (query: string) =>
      showTree((await interpretQuery(query, { now }, { ...resolver, propertiesByKey })).tree);
    expect(await tree('notes:x')).toBe('cpd_notes{=x}');
    expect(await tree('type:pdf')).toBe('cpd_type{=pdf}');
    expect(await tree('name:x tag:y has:date')).toBe('and(name:x tag:y has:documentDate)');
    expect(await tree('Name:x')).toBe('cpd_name{=x}');
  });
});

describe('the notes of a query', () => {
  it('notes name the remedy', async () => {
    const messages = async (query: string) =>
      (await interpretQuery(query, { now }, resolver)).explanation.notes.map(({ message }) => message);
    expect(await messages('foo:bar')).toEqual([
      'The filter foo:bar matches nothing. Neither a filter nor a custom property has the name foo. Known filters are tag:, name:, content:, created:, date:, has:, notes:, type:, size:, pages:, language:, owner:, from:, similar:, asn:; to search for the text, put it in quotes.',
    ]);
    expect(await messages('status:closed')).toEqual([
      'The filter status:closed matches nothing. The options of this property are open, inprogress.',
    ]);
    expect(await messages('tag:>rent')).toEqual(['The > is ignored: tag: has no order. Remove it.']);
    expect(await messages(`${'x'.repeat(500)}:y`)).toEqual([expect.stringMatching(/^.{0,600}$/)]);
  });

  it('notes are in the order of the query', async () => {
    expect(await notes('a:b ) !!! tag: c (')).toEqual([
      'unknown-filter a:b',
      'unmatched-closing-parenthesis )',
      'no-words !!!',
      'unfinished-group (',
    ]);
  });
});

describe('the explanation of a query', () => {
  it('the explanation shows what each part means, with names instead of ids', async () => {
    const query = `rent OR -(tag:"Two Words" created:2026 has:amount) OR x:y OR amount:>5 OR duedate:<2026 OR type:pdf`;
    const { explanation } = await interpretQuery(query, { now }, resolver);
    expect(JSON.parse(JSON.stringify(explanation.tree))).toEqual({
      kind: 'or',
      children: [
        { kind: 'text', words: ['rent'], fields: ['name', 'content', 'notes'] },
        {
          kind: 'not',
          child: {
            kind: 'and',
            children: [
              { kind: 'tag', name: 'Two Words' },
              {
                kind: 'date',
                field: 'created',
                from: '2026-01-01T00:00:00.000Z',
                before: '2027-01-01T00:00:00.000Z',
              },
              { kind: 'has', what: 'amount', isProperty: true },
            ],
          },
        },
        { kind: 'nothing', query: 'x:y' },
        { kind: 'property', property: 'amount', type: 'number', operator: '>', value: '5' },
        {
          kind: 'property',
          property: 'duedate',
          type: 'date',
          operator: '<',
          value: '2026',
          before: '2026-01-01T00:00:00.000Z',
        },
        { kind: 'type', type: 'pdf', mimeTypes: ['application/pdf'] },
      ],
    });
  });

  it('the explanation shows the other phrases that are searched', async () => {
    const stem = await loadStem(['english']);
    const { explanation } = await interpretQuery('invoices', { now, stem }, resolver);
    expect(explanation.tree).toMatchObject({ words: ['invoices'], alternatives: [['invoic']] });
  });

  it('the explanation of a query without a condition is that every document matches', async () => {
    expect((await interpretQuery('() !!!', { now }, resolver)).explanation.tree).toEqual({ kind: 'all' });
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
  ])('parses %j as %s', async (query, expected) => {
    expect(await meaning(query)).toBe(`createdAt[${expected})`);
  });

  it.each([
    'not-a-date',
    '2024-13',
    '2024-02-30',
    '2024-1-15T25:00',
    'NOW',
    '12-24',
    'Foo 15 2024',
    'Jan 45 2024',
    '""',
    '>2024',
  ])('matches nothing for the date %j', async (value) => {
    expect(await meaning(`date:"${value}"`)).toBe('nothing');
  });

  it('a day starts in the given time zone', async () => {
    expect(await meaning('created:2026-01-12', { timeZone: 'Europe/Paris' })).toBe(
      'createdAt[2026-01-11T23:00:00.000Z..2026-01-12T23:00:00.000Z)',
    );
    expect(await meaning('created:2026-03-29', { timeZone: 'Europe/Paris' })).toBe(
      'createdAt[2026-03-28T23:00:00.000Z..2026-03-29T22:00:00.000Z)',
    );
    expect(await meaning('created:2026-01-12T10:00', { timeZone: 'Asia/Kolkata' })).toBe(
      'createdAt[2026-01-12T04:30:00.000Z..2026-01-12T04:30:00.001Z)',
    );
    // On this day, clocks in São Paulo were moved from midnight to one o'clock.
    expect(await meaning('created:2018-11-04', { timeZone: 'America/Sao_Paulo' })).toBe(
      'createdAt[2018-11-04T03:00:00.000Z..2018-11-05T02:00:00.000Z)',
    );
    expect(await meaning('created:2026-01-12T10:00Z', { timeZone: 'Asia/Kolkata' })).toBe(
      'createdAt[2026-01-12T10:00:00.000Z..2026-01-12T10:00:00.001Z)',
    );
  });

  it.each(['Pacific/Kiritimati', 'Europe/Paris', 'America/Los_Angeles'])(
    'the date of a document and a property of dates are days, which are the same in %s',
    async (timeZone) => {
      const day = '2026-01-12T00:00:00.000Z..2026-01-13T00:00:00.000Z';
      expect(await meaning('date:2026-01-12', { timeZone })).toBe(`documentDate[${day})`);
      expect(await meaning('duedate:2026-01-12', { timeZone })).toBe(`cpd_date{${day}}`);
      expect(await meaning('date:2026', { timeZone })).toBe(
        'documentDate[2026-01-01T00:00:00.000Z..2027-01-01T00:00:00.000Z)',
      );
    },
  );

  it('the date of a document is compared with what the clock of the zone shows now', async () => {
    const shown = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
    expect(await meaning('date:<now', { timeZone: 'Asia/Tokyo' })).toBe(`documentDate[..${shown(9)})`);
    expect(await meaning('date:<now', { timeZone: 'America/Phoenix' })).toBe(`documentDate[..${shown(-7)})`);
    expect(await meaning('created:<now', { timeZone: 'Asia/Tokyo' })).toBe(`createdAt[..${shown(0)})`);
  });
});

describe('the look-ups of a query', () => {
  it('one query looks up all tags, all properties and all members once each, and nothing without a name', async () => {
    const asked: unknown[] = [];
    const recording: QueryResolver = {
      tagIdsByNameOrId: (names) => {
        asked.push(['tags', names]);
        return resolver.tagIdsByNameOrId(names);
      },
      propertiesByKey: (keys) => {
        asked.push(['properties', keys]);
        return resolver.propertiesByKey(keys);
      },
      userIds: (texts) => {
        asked.push(['users', texts]);
        return resolver.userIds(texts);
      },
    };
    const query =
      'tag:bill OR (tag:Home -tag:BILL) tag:"nul\0" x assignee:Ann assignee:(Bob Ann) assignee:>Eve Due-Date:2026 has:duedate has:tags name:x !:x';
    await interpretQuery(query, { now }, recording);
    await interpretQuery('bill "name:x" created:2026 has:date', { now }, recording);
    expect(asked).toEqual([
      ['tags', ['bill', 'home']],
      ['properties', ['assignee', 'duedate']],
      ['users', ['Ann', 'Bob']],
    ]);
  });
});
