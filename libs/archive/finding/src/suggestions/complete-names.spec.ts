import { describe, expect, it } from '@jest/globals';
import type { CustomProperty } from '#archive/properties';
import { completeNames } from './complete-names.js';
import { completionPoint } from './completion-point.js';
import type { Names } from './query-names.js';

const NOW = new Date('2026-01-31T12:00:00Z');

function property(name: string, type: CustomProperty['type'], options: string[] = []): CustomProperty {
  const row = { id: `cpd_${name}`, createdAt: NOW, updatedAt: NOW, organizationId: 'org_a', displayOrder: 0 };
  return {
    ...{ ...row, name, type, key: name.toLowerCase(), description: null, role: null, hidden: false },
    options: options.map((option) => ({
      ...{ ...row, id: `cpso_${option}`, propertyId: row.id, name: option, key: option.toLowerCase() },
    })),
  };
}

const NAMES: Names = {
  tags: [
    { id: 'tag_1', name: 'or' },
    { id: 'tag_2', name: 'Say "yes"' },
    { id: 'tag_3', name: '請求書' },
    { id: 'tag_4', name: 'Tax 2026' },
  ],
  properties: [property('Approver', 'user_relation'), property('And', 'select', ['Red']), property('Due', 'date')],
  members: [
    { name: 'Ada Example', email: 'ada@example.com' },
    { name: '', email: 'grace@example.com' },
  ],
};

const inserted = (query: string, names = NAMES) =>
  completeNames(completionPoint(query, query.length), names, NOW).map(({ insert }) => insert);

describe('completeNames', () => {
  it('offers every filter and some properties when nothing is typed', () => {
    const found = inserted('');
    expect(found).toEqual(
      expect.arrayContaining(['tag:', 'name:', 'content:', 'created:', 'date:', 'has:', 'approver:']),
    );
    expect(found.some((insert) => insert.startsWith('tag:') && insert !== 'tag:')).toBe(false);
  });

  it('writes quotes where the language needs them', () => {
    expect(inserted('tag:')).toEqual(
      ['tag:or', 'tag:"Say \\"yes\\""'].map((each) => each.slice(4)).concat('請求書', '"Tax 2026"'),
    );
    expect(inserted('tag:(o')).toEqual(['"or"']);
    expect(inserted('and')).toEqual(['"and":']);
    expect(inserted('red')).toEqual(['"and":red']);
  });

  it('completes the values of a property by the name of its role after it was renamed', () => {
    const renamed = { ...property('Absender', 'select', ['Stadtwerke']), role: 'correspondent' as const };
    const names = { ...NAMES, properties: [...NAMES.properties, renamed] };
    expect(inserted('correspondent:sta', names)).toEqual(['stadtwerke']);
    expect(inserted('absender:sta', names)).toEqual(['stadtwerke']);
  });

  it('finds words inside a name, and inside Chinese words', () => {
    expect(inserted('tag:2026')).toEqual(['"Tax 2026"']);
    expect(inserted('tag:求')).toEqual(['請求書']);
    expect(inserted('tag:"sa')).toEqual(['"Say \\"yes\\""']);
  });

  it('compares a word with the first 5,000 options of all properties, and a value with every option of its property', () => {
    const options = (first: string) => Array.from({ length: 500 }, (_, index) => `${first}${index}`);
    const properties = Array.from({ length: 11 }, (_, index) => property(`P${index}`, 'select', options(`o${index}x`)));
    const names = { ...NAMES, properties };
    expect(inserted('o9x499', names)).toEqual(['p9:o9x499']);
    expect(inserted('o10x499', names)).toEqual([]);
    expect(inserted('p10:o10x499', names)).toEqual(['o10x499']);
  });

  it('completes members by name and e-mail address', () => {
    expect(inserted('approver:exam')).toEqual(['ada@example.com', 'grace@example.com']);
    expect(inserted('approver:ad')).toEqual(['ada@example.com']);
    expect(inserted('approver:ad', { ...NAMES, members: [] })).toEqual([]);
  });

  it('completes dates of built-in filters and properties, including January', () => {
    const dates = ['2026-01-31', '2026-01', '2025-12', '2026', '2025'];
    expect(inserted('created:')).toEqual(['today', 'yesterday', ...dates, '>=2026-01', '<2026', '<7d']);
    expect(inserted('due:>')).toEqual(['today', 'yesterday', ...dates, '7d', '30d', '1y']);
    expect(inserted('date:2025')).toEqual(['2025-12', '2025']);
  });

  it('completes periods by name, in quotes when they have a space', () => {
    expect(inserted('created:this')).toEqual(['"this week"', '"this month"', '"this quarter"', '"this year"']);
    expect(inserted('date:YES')).toEqual(['yesterday']);
    expect(inserted('due:last w')).toEqual([]);
    expect(inserted('due:"last w')).toEqual(['"last week"']);
  });

  it('completes groups of types, and what a document can have', () => {
    expect(inserted('type:p')).toEqual(['pdf']);
    expect(inserted('has:d')).toEqual(['date', 'due']);
    expect(inserted('has:n')).toEqual(['notes']);
  });

  it('completes what the other filters know', () => {
    expect(inserted('size:')).toEqual(['>1MB', '>10MB', '<100kB']);
    expect(inserted('size:>1')).toEqual(['1MB', '10MB', '100kB']);
    expect(inserted('pages:')).toEqual(['1', '>1', '>10']);
    expect(inserted('language:ger')).toEqual(['German']);
    expect(inserted('from:f')).toEqual(['folder', 'file-request']);
    expect(inserted('owner:')).toEqual(['me', 'ada@example.com', 'grace@example.com']);
    expect(inserted('owner:gr')).toEqual(['grace@example.com']);
    expect(inserted('pag')).toEqual(['pages:']);
  });

  it('finds names whatever the form in which their umlauts and hyphens are written', () => {
    const tags = [
      { id: 'tag_1', name: 'Müller' },
      { id: 'tag_2', name: 'E-Mail' },
    ];
    expect(inserted('tag:mueller', { ...NAMES, tags })).toEqual(['Müller']);
    expect(inserted('tag:email', { ...NAMES, tags })).toEqual(['E-Mail']);
  });

  it.each(['constructor', '__proto__', 'tag:__proto__', 'constructor:x', '()', '"', '\\'])(
    'returns completions and no error for %j',
    (query) => {
      expect(inserted(query)).toEqual(expect.any(Array));
    },
  );
});
