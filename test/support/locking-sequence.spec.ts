import { describe, expect, it } from '@jest/globals';
import { hasOppositeOrders, lockSequence } from './locking-sequence.js';

const sequenceOf = (...texts: string[]) => lockSequence(texts.map((text) => ({ processId: 1, text })));
const transaction = (...texts: string[]) => sequenceOf('begin', ...texts, 'commit');

const DOCUMENT = 'update document set name = $1';
const TAG = 'delete from "tag" where id = $1';
const RULE = 'select from tagging_rule r where r.id = $1 for update';

describe('lockSequence', () => {
  it('returns the tables of each transaction in the order in which its statements lock them', () => {
    expect(sequenceOf('begin', DOCUMENT, 'select id from task', TAG, 'commit', RULE)).toEqual([
      [new Map([['document', 2]]), new Map([['tag', 3]])],
      [new Map([['tagging_rule', 3]])],
    ]);
  });

  it('keeps the transactions of several connections apart', () => {
    const sent = [
      ['begin', 1],
      ['begin', 2],
      [DOCUMENT, 1],
      [TAG, 2],
      ['commit', 2],
      ['rollback', 1],
    ] as const;
    expect(lockSequence(sent.map(([text, processId]) => ({ processId, text })))).toEqual([
      [new Map([['tag', 3]])],
      [new Map([['document', 2]])],
    ]);
  });

  it('ends a transaction whose commit is sent with other statements, and none at a savepoint', () => {
    const commit = `set local synchronous_commit = off; commit; select pg_logical_emit_message(true, '', '')`;
    expect(sequenceOf('begin', DOCUMENT, 'rollback to savepoint attempt', TAG, commit, RULE)).toEqual([
      [new Map([['document', 2]]), new Map([['tag', 3]])],
      [new Map([['tagging_rule', 3]])],
    ]);
  });

  it.each([
    [`insert into tag (id, name) values ('1', 'update document set')`, []],
    ['insert into tag (id) values ($1) on conflict (id) do update set name = excluded.name', [['tag', 2]]],
    [
      'select d.id from document d join tag t on true order by d.id for no key update',
      [
        ['document', 2],
        ['tag', 2],
      ],
    ],
    ['select d.id from document d join tag t on true order by d.id for no key update of d', [['document', 2]]],
    ['select id from tag where exists (select from document where true) order by id for update', [['tag', 3]]],
    [
      'with one as (delete from tag returning id) update document set name = id from one',
      [
        ['tag', 3],
        ['document', 2],
      ],
    ],
    ['select pg_advisory_xact_lock($1)', [['advisory', 3]]],
    ['select "id" from "tag"\n  for key share', [['tag', 0]]],
  ])('reads the locks of "%s"', (text, locks) => {
    expect(sequenceOf(text)).toEqual(locks.length === 0 ? [] : [[new Map(locks as [string, number][])]]);
  });
});

describe('hasOppositeOrders', () => {
  const document = transaction(DOCUMENT, TAG);

  it('finds two operations that lock two tables in opposite orders, and none that keep an order', () => {
    expect(hasOppositeOrders(document, transaction(TAG, DOCUMENT))).toBe(true);
    expect(hasOppositeOrders(document, transaction(DOCUMENT, RULE, TAG))).toBe(false);
    expect(hasOppositeOrders(document, [...transaction(TAG), ...transaction(DOCUMENT)])).toBe(false);
  });

  it('reports none when both wait for an earlier lock, or when the locks do not exclude each other', () => {
    expect(hasOppositeOrders(transaction(RULE, DOCUMENT, TAG), transaction(RULE, TAG, DOCUMENT))).toBe(false);
    const weak = transaction('select from tag for key share', 'select from document for key share');
    expect(hasOppositeOrders(document, weak)).toBe(false);
  });
});
