import { describe, expect, it } from '@jest/globals';
import type { OpenProperty } from './property-suggestion.repository.js';
import { valuesFor } from './suggested-properties.js';

const property = (name: string, type: OpenProperty['type'], options: string[] = []): OpenProperty => {
  return { id: `cpd_${name}`, name, description: null, type, options };
};
const open = [
  property('Amount', 'number'),
  property('Due', 'date'),
  property('Paid', 'boolean'),
  property('Sender', 'select', ['Plumber']),
  property('Topics', 'multi_select', ['Home']),
  property('Note', 'text'),
];
const values = (suggested: unknown) => Object.fromEntries(valuesFor(suggested as never, open));

describe('the values of properties in the answer of a plugin', () => {
  it('a value that fits its property is taken, whatever the case of the name, and the first one stays', () => {
    const suggested = [
      { name: 'AMOUNT', value: 1190.5 },
      { name: 'Amount', value: 1 },
      { name: 'Due', value: '2026-07-01' },
      { name: 'Paid', value: false },
      { name: 'Sender', value: ' Roofer Ltd ' },
      { name: 'Topics', value: ['Home', 'Water'] },
      { name: 'Note', value: ' by hand ' },
    ];
    expect(values(suggested)).toEqual({
      ...{ cpd_Amount: 1190.5, cpd_Due: '2026-07-01', cpd_Paid: false, cpd_Sender: 'Roofer Ltd' },
      ...{ cpd_Topics: ['Home', 'Water'], cpd_Note: 'by hand' },
    });
  });

  it.each([
    ['a property that does not exist', { name: 'Approved', value: true }],
    ['a number as a text', { name: 'Amount', value: '1190' }],
    ['no number', { name: 'Amount', value: Number.NaN }],
    ['a number that loses digits', { name: 'Amount', value: 1e300 }],
    ['a day that there is not', { name: 'Due', value: '2026-02-30' }],
    ['a word for a day', { name: 'Due', value: 'now' }],
    ['a text for a boolean', { name: 'Paid', value: 'true' }],
    ['an option with a change of direction', { name: 'Sender', value: 'a\u202efdp' }],
    ['an option without letters', { name: 'Sender', value: '---' }],
    ['an option of 300 characters', { name: 'Sender', value: 'x'.repeat(300) }],
    ['a list for one option', { name: 'Sender', value: ['Plumber'] }],
    ['an object for an option', { name: 'Sender', value: { optionId: 'cpso_1' } }],
    ['11 options', { name: 'Topics', value: Array.from({ length: 11 }, (_, index) => `t${index}`) }],
    ['the same option twice', { name: 'Topics', value: ['Home', 'home'] }],
    ['a text of two lines', { name: 'Note', value: 'one\ntwo' }],
    ['a text of 501 characters', { name: 'Note', value: 'x'.repeat(501) }],
    ['no name', { value: 'x' }],
    ['null', null],
  ])('%s is dropped', (_, entry) => {
    expect(values([entry])).toEqual({});
  });

  it.each([undefined, null, 'Amount', { Amount: 1 }, 7])('the list %j is no list of values', (list) => {
    expect(values(list)).toEqual({});
  });
});
