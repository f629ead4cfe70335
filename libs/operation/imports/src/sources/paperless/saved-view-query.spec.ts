import { describe, expect, it } from '@jest/globals';
import { parseQuery } from '#capabilities/query';
import { ExportTables } from './export-tables.js';
import { queryOf } from './saved-view-query.js';

const tables = new ExportTables();
const add = (model: string, pk: string, fields: Record<string, unknown>): void =>
  tables.add({ model, pk, fields }, { manifest: 'manifest.json', start: 0, length: 0 });
add('documents.tag', '1', { name: 'House' });
add('documents.tag', '2', { name: 'two words' });
add('documents.tag', '3', { name: 'New', is_inbox_tag: true });
add('documents.correspondent', '1', { name: 'City "Works"' });
add('documents.documenttype', '1', { name: 'Invoice' });
add('documents.storagepath', '1', { name: 'By year' });
add('auth.user', '1', { username: 'anna', email: 'anna@example.com' });
add('documents.customfield', '1', { name: 'Due date', data_type: 'date' });
add('documents.customfield', '2', { name: 'State', data_type: 'select', extra_data: { select_options: ['Open'] } });
add('documents.customfield', '3', { name: 'Date', data_type: 'date' });
tables.finish();

const query = (...rules: [number, string | null][]) =>
  queryOf({ fields: {}, rules: rules.map(([type, value]) => ({ type, value })) }, tables);

describe('saved views of Paperless-ngx', () => {
  it.each<[string, string, ...[number, string | null][]]>([
    ['all of several tags', 'tag:House tag:"two words"', [6, '1'], [6, '2']],
    [
      'one of several tags, without another',
      '(tag:House OR tag:"two words") -in:inbox',
      [22, '1'],
      [22, '2'],
      [17, '3'],
    ],
    ['a correspondent with quotes', String.raw`correspondent:"City \"Works\""`, [3, '1']],
    ['no correspondent', '-has:correspondent', [3, null]],
    ['types and storage paths', 'document-type:Invoice "Storage path":"By year"', [28, '1'], [30, '1']],
    [
      'dates',
      'date:>=2024-01-01 date:<2024-02-01 created:>2023-05-06',
      [44, '2024-01-01'],
      [8, '2024-02-01'],
      [14, '2023-05-06'],
    ],
    ['texts', 'name:offer "two words" plain search', [0, 'offer'], [19, 'two words'], [20, 'plain search']],
    [
      'the inbox, the archive number and the owner',
      'in:inbox asn:42 owner:anna@example.com',
      [5, 'true'],
      [2, '42'],
      [32, '1'],
    ],
    ['custom fields', 'has:"Due date" -has:State', [38, '1'], [40, '2']],
    [
      'a query of custom fields',
      '"Due date":>2024-01-01 (State:Open OR -has:State)',
      [42, '["AND",[[1,"gt","2024-01-01"],["OR",[[2,"exact",0],[2,"exists",false]]]]]'],
    ],
    ['no filters', ''],
  ])('%s are said as a query that means the same', (_, expected, ...rules) => {
    const result = query(...rules);
    expect(result).toEqual({ query: expected });
    expect(parseQuery(expected).notes).toEqual([]);
  });

  it.each<[string, ...[number, string | null][]]>([
    ['a missing archive number', [18, 'true']],
    ['a tag that is not there', [6, '99']],
    ['operators of the other search', [20, 'created:[2020 to 2021]']],
    ['words that are operators', [20, 'one OR two']],
    ['a field whose name is a filter', [38, '3']],
    ['parts of values', [42, '[1,"icontains","x"]']],
    ['nested groups without end', [42, `${'["AND",['.repeat(20)}${']]'.repeat(20)}`]],
    ['a number that no version has', [999, '1']],
    ['too long a query', [0, 'x'.repeat(1_000)], [1, 'x'.repeat(1_000)]],
    ['a filter without its value', [0, null]],
  ])('views with %s are reported with a reason', (_, ...rules) => {
    expect(query(...rules)).toEqual({ reason: expect.any(String) });
  });
});
