import { describe, expect, it } from '@jest/globals';
import { resolver } from '../../test/contract-archive.js';
import { showTree } from '../../test/show-tree.js';
import type { InterpretationOptions } from './filter-context.js';
import { interpretQuery } from './interpret-query.js';
import { languageNames } from './language-names.js';

/** A Wednesday. */
const NOW = new Date('2026-03-04T05:06:07.089Z');

async function meaning(query: string, options: Partial<InterpretationOptions> = {}): Promise<string> {
  return showTree((await interpretQuery(query, { now: NOW, ...options }, resolver)).tree);
}

async function codes(query: string): Promise<string> {
  const { explanation } = await interpretQuery(query, { now: NOW }, resolver);
  return explanation.notes.map(({ code, from, to }) => `${code} ${query.slice(from, to)}`).join();
}

/** The first and the last day of `created:` with this value. */
async function days(value: string, options: Partial<InterpretationOptions> = {}): Promise<string> {
  const { tree } = await interpretQuery(`created:${value} `, { now: NOW, ...options }, resolver);
  if (tree.kind !== 'date') return tree.kind;
  return `${tree.from?.toISOString() ?? ''} ${tree.before?.toISOString() ?? ''}`.replaceAll('T00:00:00.000Z', '');
}

describe('periods in a query', () => {
  it.each([
    ['today', '2026-03-04 2026-03-05'],
    ['Yesterday', '2026-03-03 2026-03-04'],
    ['tomorrow', '2026-03-05 2026-03-06'],
    ['this week', '2026-03-02 2026-03-09'],
    ['last week', '2026-02-23 2026-03-02'],
    ['"next week"', '2026-03-09 2026-03-16'],
    ['this-month', '2026-03-01 2026-04-01'],
    ['lastmonth', '2026-02-01 2026-03-01'],
    ['last   month', '2026-02-01 2026-03-01'],
    ['previous quarter', '2025-10-01 2026-01-01'],
    ['this year', '2026-01-01 2027-01-01'],
    ['last year', '2025-01-01 2026-01-01'],
    ['last 7 days', '2026-02-26 2026-03-05'],
    ['past 2 months', '2026-01-05 2026-03-05'],
    ['next 30 days', '2026-03-04 2026-04-03'],
    ['2025-Q3', '2025-07-01 2025-10-01'],
    ['2025q1', '2025-01-01 2025-04-01'],
    ['"Q4 2025"', '2025-10-01 2026-01-01'],
    ['2026-W01', '2025-12-29 2026-01-05'],
    ['2020-W53', '2020-12-28 2021-01-04'],
    ['>last month', '2026-03-01 '],
    ['<2025-Q3', ' 2025-07-01'],
    ['<=this week', ' 2026-03-09'],
    ['<7d', '2026-02-25T05:06:07.090Z 2026-03-05'],
    ['>7d', ' 2026-02-25T05:06:07.089Z'],
    ['<24h', '2026-03-03T05:06:07.090Z 2026-03-05'],
    ['<=2w', '2026-02-18T05:06:07.089Z 2026-03-05'],
    ['>1y', ' 2025-03-04T05:06:07.089Z'],
    ['"<3 months"', 'nothing'],
    ['<"3 months"', '2025-12-04T05:06:07.090Z 2026-03-05'],
  ])('the period %j is %j', async (value, expected) => {
    expect(await days(value)).toBe(expected);
  });

  it.each([
    ['today', 'Pacific/Auckland', '2026-03-03T11:00:00.000Z 2026-03-04T11:00:00.000Z'],
    ['today', 'America/Los_Angeles', '2026-03-03T08:00:00.000Z 2026-03-04T08:00:00.000Z'],
    ['this month', 'America/Los_Angeles', '2026-03-01T08:00:00.000Z 2026-04-01T07:00:00.000Z'],
    ['last 7 days', 'Europe/Berlin', '2026-02-25T23:00:00.000Z 2026-03-04T23:00:00.000Z'],
    ['2025-Q3', 'Europe/Berlin', '2025-06-30T22:00:00.000Z 2025-09-30T22:00:00.000Z'],
  ])('the period %j of creation is that of the zone %s: %j', async (value, timeZone, expected) => {
    expect(await days(value, { timeZone })).toBe(expected);
  });

  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'UTC'])(
    'days of dates are the same for users in %s',
    async (timeZone) => {
      expect(await meaning('date:2025-Q3', { timeZone })).toBe(
        'documentDate[2025-07-01T00:00:00.000Z..2025-10-01T00:00:00.000Z)',
      );
      expect(await meaning('expiry:2024-11-06', { timeZone })).toBe(
        'expiry{2024-11-06T00:00:00.000Z..2024-11-07T00:00:00.000Z}',
      );
    },
  );

  it('today, in dates that are days, is the day of the user', async () => {
    expect(await meaning('date:today', { timeZone: 'America/Los_Angeles' })).toBe(
      'documentDate[2026-03-03T00:00:00.000Z..2026-03-04T00:00:00.000Z)',
    );
    expect(await meaning('date:today', { timeZone: 'Asia/Tokyo' })).toBe(
      'documentDate[2026-03-04T00:00:00.000Z..2026-03-05T00:00:00.000Z)',
    );
  });

  it.each([
    ['date:<7d', '2026-02-26', '2026-03-05'],
    ['date:7d', '2026-02-26', '2026-03-05'],
    ['date:<=7d', '2026-02-25', '2026-03-05'],
    ['date:>7d', '', '2026-02-25'],
    ['date:>=7d', '', '2026-02-26'],
    ['date:<1m', '2026-02-05', '2026-03-05'],
  ])('the age %s counts days up to today', async (query, from, before) => {
    const day = (each: string) => (each === '' ? '' : `${each}T00:00:00.000Z`);
    expect(await meaning(query)).toBe(`documentDate[${day(from)}..${day(before)})`);
  });

  it.each([
    'created:2025-Q5',
    'created:2025-W54',
    'created:2025-W00',
    'created:last 0 days',
    'date:<5h',
    'created:this 3 weeks',
    'created:7x',
  ])('no period is meant by %s', async (query) => {
    expect(await meaning(`${query} `)).toBe('nothing');
  });

  it('the last day of a short month stands for days that it does not have', async () => {
    const now = new Date('2026-03-31T10:00:00Z');
    expect(await meaning('date:<1m ', { now })).toBe(
      'documentDate[2026-03-01T00:00:00.000Z..2026-04-01T00:00:00.000Z)',
    );
  });
});

describe('filters on facts of a document in a query', () => {
  it.each([
    ['size:>5MB', 'size[5000001..)'],
    ['size:>=5MB', 'size[5000000..)'],
    ['size:<1.5GB', 'size[..1500000000)'],
    ['size:<1,5gb', 'size[..1500000000)'],
    ['size:>1MiB', 'size[1048577..)'],
    ['size:<"300 kB"', 'size[..300000)'],
    ['size:5MB', 'size[4500000..5500000)'],
    ['size:1.5M', 'size[1450000..1550000)'],
    ['size:1234', 'size[1234..1235)'],
    ['size:0', 'size[0..1)'],
    ['size:<=10b', 'size[..11)'],
    ['size:(>1MB <2MB)', 'and(size[1000001..) size[..2000000))'],
    ['pages:3', 'pages[3..4)'],
    ['pages:>10', 'pages[11..)'],
    ['-pages:<=2', 'not(pages[..3))'],
    ['language:de', 'language:de'],
    ['language:German', 'language:de'],
    ['language:deutsch', 'language:de'],
    ['language:ger', 'language:de'],
    ['language:(de OR français)', 'or(language:de language:fr)'],
    ['language:unknown', 'language:und'],
    ['has:notes', 'has:notes'],
    ['-has:notes', 'not(has:notes)'],
    ['from:email', 'source:email'],
    ['from:Mail', 'source:email'],
    ['from:(folder OR request)', 'or(source:folder source:file-request)'],
    ['owner:usr_1', 'owner:usr_1'],
    ['owner:ann@example.com', 'owner:usr_1'],
    ['owner:me', 'owner:usr_7'],
    ['in:inbox', 'in:inbox'],
    ['in:Inbox rent', 'and(in:inbox rent)'],
    ['-in:inbox', 'not(in:inbox)'],
  ])('the filter %s means %s', async (query, expected) => {
    expect(await meaning(query, { userId: 'usr_7' })).toBe(expected);
  });

  it.each([
    ['size:big x', 'invalid-number-value size:big'],
    ['size:1.5 x', 'invalid-number-value size:1.5'],
    ['pages:many x', 'invalid-number-value pages:many'],
    ['pages:1.5 x', 'invalid-number-value pages:1.5'],
    ['language:klingon x', 'unknown-language language:klingon'],
    ['language:>de x', 'unsupported-filter-operator language:>de'],
    ['from:moon x', 'unknown-source from:moon'],
    ['owner:unknown x', 'unknown-user owner:unknown'],
    ['in:trash x', 'trash-not-searched in:trash'],
    ['in:trash', 'trash-not-searched in:trash'],
    ['in:space x', 'unknown-place in:space'],
    ['has:notices x', 'unsupported-has-value has:notices'],
  ])('the filter %s matches nothing, with the note %s', async (query, note) => {
    expect([await meaning(query), await codes(query)]).toEqual(['nothing', note]);
  });

  it('every language has a name in a query', async () => {
    for (const name of languageNames()) expect(await meaning(`language:"${name}" `)).toMatch(/^language:[a-z]{2}$/);
  });
});

describe('a query that is being typed', () => {
  it.each([
    ['bill tag:', 'bill', 'unfinished-filter tag:'],
    ['bill -tag:', 'bill', 'unfinished-filter tag:'],
    ['bill tag:"', 'bill', 'unfinished-filter tag:",unclosed-quoted-string "'],
    ['tag:', 'all', 'unfinished-filter tag:'],
    ['bill (tag:)', 'bill', 'unfinished-filter tag:'],
    ['bill (-created:20', 'bill', 'unmatched-opening-parenthesis (,unfinished-filter created:20'],
    ['bill created:>', 'bill', 'unfinished-filter created:>'],
    ['bill created:20', 'bill', 'unfinished-filter created:20'],
    ['bill created:yest', 'bill', 'unfinished-filter created:yest'],
    ['bill created:last', 'bill', 'unfinished-filter created:last'],
    ['bill created:<7', 'bill', 'unfinished-filter created:<7'],
    ['bill amount:>', 'bill', 'unfinished-filter amount:>'],
    ['bill expiry:tod', 'bill', 'unfinished-filter expiry:tod'],
    ['bill type:im', 'bill', 'unfinished-filter type:im'],
    ['bill has:no', 'bill', 'unfinished-filter has:no'],
    ['bill from:em', 'bill', 'unfinished-filter from:em'],
    ['bill language:ger', 'and(bill language:de)', ''],
    ['bill language:germ', 'bill', 'unfinished-filter language:germ'],
    ['bill (house', 'and(bill house)', 'unmatched-opening-parenthesis ('],
    ['bill AND', 'bill', 'missing-operand-for-and AND'],
    ['bill "house ren', 'and(bill "house ren")', 'unclosed-quoted-string "house ren'],
    ['bill -', 'bill', 'no-words -'],
    ['bill http:', 'bill', 'unfinished-filter http:'],
  ])('%j means what is complete so far: %s', async (query, expected, notes) => {
    expect([await meaning(query), await codes(query)]).toEqual([expected, notes]);
  });

  it.each([
    ['created:2026-', 'created:2026 '],
    ['created:2026-0', 'created:2026 '],
    ['date:>2026-01-', 'date:>2026-01 '],
    ['expiry:2026-01-0', 'expiry:2026-01 '],
  ])('the beginning of a date %j means %j', async (query, complete) => {
    expect(await meaning(query)).toBe(await meaning(complete));
  });

  it.each(['bill tag: AND house', 'created:20 bill', 'type:im bill'])(
    'a filter in the middle of a query is complete: %j',
    async (query) => {
      expect(await codes(query)).not.toContain('unfinished');
    },
  );

  it.each(['tag:', 'bill created:', 'created:20', 'date:2026-0', 'type:im', 'amount:', 'foo:'])(
    'changes of all matches need complete filters: %j matches nothing',
    async (query) => {
      expect(await meaning(query, { needsCompleteFilters: true })).toBe('nothing');
    },
  );

  it.each([
    ['bill AND (', 'unfinished-group AND ('],
    ['bill OR (', 'unfinished-group OR ('],
    ['bill NOT (', 'unfinished-group NOT ('],
    ['bill (', 'unfinished-group ('],
    ['bill tag:(', 'unfinished-group tag:('],
    ['bill AND (house OR (', 'unmatched-opening-parenthesis (,missing-operand-for-or OR,unfinished-group OR ('],
  ])('%j is an error that points at the place', async (query, note) => {
    expect(await codes(query)).toContain(note);
  });
});

describe('documents like one', () => {
  const one = 'doc_00000000000000000000000a';
  const other = 'doc_00000000000000000000000b';
  const unknown = 'doc_00000000000000000000000c';
  const named = { ...resolver, documentNames: (ids: string[]) => Promise.resolve(namesOf(ids)) };
  const namesOf = (ids: string[]) => new Map(ids.filter((id) => id !== unknown).map((id) => [id, `name of ${id}`]));
  const asked: string[] = [];
  const findSimilar = async (id: string): Promise<string[]> => {
    asked.push(id);
    return [`like-${id.at(-1) ?? ''}`];
  };
  const understood = async (query: string, options: Partial<InterpretationOptions> = {}) => {
    asked.length = 0;
    const given = { now: NOW, findsSimilar: true, findSimilar, ...options };
    const { tree, explanation } = await interpretQuery(query, given, named);
    return { tree: showTree(tree), notes: explanation.notes.map(({ code }) => code).join() };
  };

  it.each([
    [`similar:${one}`, 'document:like-a', ''],
    [`similar:${one.toUpperCase()} bill`, 'and(document:like-a bill)', ''],
    [`-similar:${one} OR similar:${other}`, 'or(not(document:like-a) document:like-b)', ''],
    [`similar:${unknown}`, 'nothing', 'unknown-document'],
    ['similar:invoice x', 'nothing', 'unknown-document'],
    [`similar:>${one} x`, 'nothing', 'unsupported-filter-operator'],
    ['bill similar:do', 'bill', 'unfinished-filter'],
    ['bill similar:doc_000', 'bill', 'unfinished-filter'],
    ['bill similar:', 'bill', 'unfinished-filter'],
  ])('the query %s means %s, with the note %j', async (query, tree, notes) => {
    expect(await understood(query)).toEqual({ tree, notes });
  });

  it('each document is asked for once, and no more than three documents of one query', async () => {
    await understood(`similar:${one} similar:${one} -similar:${other}`);
    expect(asked).toEqual([one, other]);
    const many = ['1', '2', '3', '4'].map((letter) => `similar:doc_00000000000000000000000${letter}`);
    expect(await understood(`${many.join(' OR ')} `)).toMatchObject({ notes: 'unknown-document' });
    expect(asked).toHaveLength(3);
  });

  it('a search plugin that cannot find similar documents is not asked, and a note says so', async () => {
    expect(await understood(`similar:${one}`, { findsSimilar: false })).toEqual({
      tree: 'nothing',
      notes: 'similar-unavailable',
    });
    expect(asked).toEqual([]);
  });

  it('an unfinished id matches nothing where all matches are changed', async () => {
    expect(await understood('bill similar:doc_', { needsCompleteFilters: true })).toMatchObject({ tree: 'nothing' });
  });
});
