import type { PropertyCondition, PropertyValue, SearchTree } from '../../src/search/search-backend.js';
import type { SeededRandom } from './seeded-random.js';

/** Values of one type, and a condition on them. */
interface RandomProperty {
  value(random: SeededRandom): PropertyValue;
  condition(random: SeededRandom): PropertyCondition;
}

const TEXTS = ['Acme', 'acme', 'Acmé', 'Acme\u0301', 'ACME ', '', '0', 'x'.repeat(300), `${'x'.repeat(299)}y`];
const NUMBERS = [-1.5, -0, 0, 0.1, 0.30000000000000004, 2, 1e21, Number.MIN_VALUE, -Number.MAX_VALUE];
const DATES = ['0001-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z', '2026-01-02', '9999-12-31T23:59:59.999Z'];
const IDS = ['id_1', 'id_2', 'id_3', 'id_4'];
const OPERATORS = ['<', '<=', '=', '>', '>='] as const;

const propertyId = (type: string): string => `cpd_${type}`;
const someOf = (random: SeededRandom): string[] => IDS.filter(() => random.below(3) === 0);
const oneOrMore = (random: SeededRandom): string[] => {
  const some = someOf(random);
  return some.length > 0 ? some : [random.pick(IDS)];
};
const day = (random: SeededRandom): Date => new Date(random.pick(DATES));
const isTrue = (random: SeededRandom): boolean => random.below(2) === 0;

const PROPERTIES: Record<string, RandomProperty> = {
  boolean: {
    value: (random) => ({ propertyId: propertyId('boolean'), type: 'boolean', boolean: isTrue(random) }),
    condition: (random) => ({ type: 'boolean', equals: isTrue(random) }),
  },
  date: {
    value: (random) => ({ propertyId: propertyId('date'), type: 'date', date: day(random) }),
    condition: (random) => ({
      type: 'date',
      ...(isTrue(random) ? { from: day(random) } : {}),
      ...(isTrue(random) ? { before: random.below(4) === 0 ? new Date(8.64e15) : day(random) } : {}),
    }),
  },
  document: {
    value: (random) => ({ propertyId: propertyId('document'), type: 'document', documentIds: oneOrMore(random) }),
    condition: (random) => ({ type: 'document', documentIds: someOf(random) }),
  },
  number: {
    value: (random) => ({ propertyId: propertyId('number'), type: 'number', number: random.pick(NUMBERS) }),
    condition: (random) => ({ type: 'number', operator: random.pick(OPERATORS), value: random.pick(NUMBERS) }),
  },
  option: {
    value: (random) => ({ propertyId: propertyId('option'), type: 'option', optionIds: oneOrMore(random) }),
    condition: (random) => ({ type: 'option', optionIds: someOf(random) }),
  },
  text: {
    value: (random) => ({ propertyId: propertyId('text'), type: 'text', text: random.pick(TEXTS) }),
    condition: (random) => ({ type: 'text', equals: random.pick(TEXTS) }),
  },
  user: {
    value: (random) => ({ propertyId: propertyId('user'), type: 'user', userIds: oneOrMore(random) }),
    condition: (random) => ({ type: 'user', userIds: someOf(random) }),
  },
};
const TYPES = Object.keys(PROPERTIES);

/** Values of some properties, by ascending property id. */
export function randomProperties(random: SeededRandom): PropertyValue[] {
  return Object.values(PROPERTIES).flatMap(({ value }) => (isTrue(random) ? value(random) : []));
}

/** A condition on a property; now and then on one of another type, which no document satisfies. */
export function randomPropertyLeaf(random: SeededRandom): SearchTree {
  const type = random.pick(TYPES);
  if (random.below(4) === 0) return { kind: 'hasProperty', propertyId: propertyId(type) };
  const { condition } = PROPERTIES[random.below(10) === 0 ? random.pick(TYPES) : type] ?? {};
  if (condition === undefined) throw new Error('every type has a condition');
  return { kind: 'property', propertyId: propertyId(type), condition: condition(random) };
}
