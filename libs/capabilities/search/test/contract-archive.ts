import type { PropertyValue } from '@archivolt/plugin-kit';
import { aSearchDocument } from '@archivolt/plugin-kit/testing';
import type { QueryResolver, SearchableProperty } from '../src/query-language/query-resolver.js';

export const now = new Date('2026-06-01T12:00:00.000Z');
export const BILL = 'tag_00000000000000000000bill';
export const HOME = 'tag_00000000000000000000home';
export const PARENT = 'doc_00000000000000000parent1';
const TAGS = new Map([
  ['bill', [BILL]],
  [BILL, [BILL]],
  ['home', [HOME]],
]);

const property = (
  id: string,
  type: SearchableProperty['type'],
  options: string[] = [],
): [string, SearchableProperty] => [id, { id, type, options: options.map((key) => ({ id: `${id}-${key}`, key })) }];
const PROPERTIES = new Map([
  property('warranty', 'boolean'),
  property('category', 'text'),
  property('amount', 'number'),
  property('expiry', 'date'),
  property('status', 'select', ['approved', 'rejected']),
  property('labels', 'multi_select', ['urgent', 'paid', 'late']),
  property('assignee', 'user_relation'),
  property('related', 'document_relation'),
]);
const USERS = new Map([
  ['usr_1', ['usr_1']],
  ['ann@example.com', ['usr_1']],
]);

export const resolver: QueryResolver = {
  tagIdsByNameOrId: (names) => Promise.resolve(picked(TAGS, names)),
  propertiesByKey: (keys) => Promise.resolve(picked(PROPERTIES, keys)),
  userIds: (texts) => Promise.resolve(picked(USERS, texts)),
};

function picked<Value>(from: ReadonlyMap<string, Value>, names: readonly string[]): Map<string, Value> {
  return new Map([...from].filter(([name]) => names.includes(name)));
}

export const ARCHIVE = [
  {
    id: '1',
    name: 'Bill electric',
    content: 'Electric bill, green power 5€',
    tagIds: [BILL],
    created: '2026-01-10',
    date: '2025-12-31',
  },
  { id: '2', name: 'Bill telephone', content: 'The telephone bill', tagIds: [BILL], created: '2026-01-11' },
  {
    id: '3',
    name: 'House bill',
    content: 'Your house bill, deposit attached',
    tagIds: [BILL, HOME],
    created: '2026-01-12',
    date: '2026-01-12',
  },
  {
    id: '4',
    name: 'House deposit',
    content: "Your house deposit treaty, c'est énorme",
    tagIds: [HOME],
    created: '2026-01-13',
    date: '2027-01-01',
  },
  { id: '5', name: 'Walk diary', content: 'Diary of the walk, next page 日本語の請求書', created: '2026-01-14' },
].map((facts) => aSearchDocument(facts));

const value = (propertyId: string, of: object) => ({ propertyId, ...of }) as PropertyValue;
export const WITH_PROPERTIES = [
  {
    id: 'a',
    properties: [
      value('warranty', { type: 'boolean', boolean: true }),
      value('category', { type: 'text', text: 'bill' }),
      value('amount', { type: 'number', number: 50 }),
      value('expiry', { type: 'date', date: new Date('2024-01-01') }),
      value('status', { type: 'option', optionIds: ['status-approved'] }),
      value('labels', { type: 'option', optionIds: ['labels-paid', 'labels-urgent'] }),
      value('assignee', { type: 'user', userIds: ['usr_1', 'usr_2'] }),
      value('related', { type: 'document', documentIds: [PARENT] }),
    ],
  },
  {
    id: 'b',
    properties: [
      value('warranty', { type: 'boolean', boolean: false }),
      value('category', { type: 'text', text: 'Bill' }),
      value('amount', { type: 'number', number: 150 }),
      value('expiry', { type: 'date', date: new Date('2025-07-01') }),
      value('status', { type: 'option', optionIds: ['status-rejected'] }),
      value('labels', { type: 'option', optionIds: ['labels-late'] }),
      value('assignee', { type: 'user', userIds: ['usr_2'] }),
    ],
  },
  {
    id: 'c',
    properties: [value('amount', { type: 'number', number: 300 }), value('expiry', { type: 'date', date: now })],
  },
].map((facts) => aSearchDocument(facts));

/** Every tag and every property exists; `createdat` is a date, `myfield` and `and` are numbers, the others texts. */
export const anyName: QueryResolver = {
  tagIdsByNameOrId: (names) => Promise.resolve(new Map(names.map((name) => [name, [name]]))),
  propertiesByKey: (keys) =>
    Promise.resolve(
      new Map(
        keys.map((key) => {
          const type = key === 'createdat' ? 'date' : key === 'myfield' || key === 'and' ? 'number' : 'text';
          return [key, { id: key, type, options: [] }];
        }),
      ),
    ),
  userIds: () => Promise.resolve(new Map()),
};
