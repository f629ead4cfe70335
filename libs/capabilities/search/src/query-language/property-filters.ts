import type { PropertyCondition } from '@archivolt/plugin-kit';
import { isId } from '#ground/kernel';
import { propertyKey, type QueryFilter } from '#capabilities/query';
import { DATE_FORMS, typedBoundsOf } from './date-bounds.js';
import { shown, type FilterContext } from './filter-context.js';
import type { QueryMeaning } from './interpreted-query.js';
import { canBeStored } from './look-ups.js';
import { forDays } from './periods.js';
import type { SearchableProperty } from './query-resolver.js';

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1', 'on', 'enabled'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'off', 'disabled'].map((word) => [word, false] as const),
]);
const WITH_ORDER: ReadonlySet<SearchableProperty['type']> = new Set(['date', 'number']);
const MAX_LISTED = 10;

/** A condition, or why the filter matches nothing, or is ignored. */
type Outcome = PropertyCondition | 'unfinished' | { code: string; reason: string };

/** Returns the condition of a filter on a custom property. */
export function propertyMeaning(
  filter: QueryFilter,
  property: SearchableProperty,
  context: FilterContext,
): QueryMeaning | undefined {
  if (filter.operator !== '=' && !WITH_ORDER.has(property.type)) return context.unsupportedOperator(filter);
  const outcome = conditionOf(filter, property, context);
  if (outcome === 'unfinished') return context.unfinished(filter, DATE_FORMS);
  if ('code' in outcome) return context.nothing(filter, outcome.code, outcome.reason);
  const { field: name, operator, value } = filter;
  return { kind: 'property', name, propertyId: property.id, condition: outcome, operator, value };
}

function conditionOf(filter: QueryFilter, property: SearchableProperty, context: FilterContext): Outcome {
  const { value } = filter;
  switch (property.type) {
    case 'text':
      if (canBeStored(value)) return { type: 'text', equals: value };
      return { code: 'invalid-text-value', reason: 'The value has characters that no text has. Remove them.' };
    case 'number':
      return numberCondition(filter);
    case 'date': {
      const bounds = typedBoundsOf(filter, context, forDays(context.options));
      if (bounds === 'unfinished') return bounds;
      return bounds === undefined ? { code: 'invalid-date-format', reason: DATE_FORMS } : { type: 'date', ...bounds };
    }
    case 'boolean': {
      const equals = BOOLEANS.get(value.toLowerCase());
      if (equals !== undefined) return { type: 'boolean', equals };
      return { code: 'invalid-boolean-value', reason: 'Write yes or no.' };
    }
    case 'select':
    case 'multi_select':
      return optionCondition(value, property);
    case 'user_relation': {
      const userIds = context.lookUps.userIds.get(value) ?? [];
      if (userIds.length > 0) return { type: 'user', userIds };
      return { code: 'unknown-user', reason: 'No known user has exactly this name, e-mail address or id.' };
    }
    case 'document_relation':
      if (isId('doc', value)) return { type: 'document', documentIds: [value] };
      return { code: 'invalid-document-id', reason: 'The value must be the id of a document.' };
  }
}

/** A number as JavaScript writes it. An empty value is not 0. */
function numberCondition({ operator, value }: QueryFilter): Outcome {
  const number = value.trim() === '' ? NaN : Number(value);
  // Adding 0 makes -0 an ordinary 0.
  if (Number.isFinite(number)) return { type: 'number', operator, value: number + 0 };
  return { code: 'invalid-number-value', reason: 'Write a number such as 1234.5, without separators of thousands.' };
}

function optionCondition(value: string, { options }: SearchableProperty): Outcome {
  const key = propertyKey(value);
  const optionIds = options.filter((option) => option.key === key).map(({ id }) => id);
  if (key !== '' && optionIds.length > 0) return { type: 'option', optionIds };
  if (options.length === 0) return { code: 'unknown-option', reason: 'This property has no options yet.' };
  const listed = options.slice(0, MAX_LISTED).map((option) => shown(option.key));
  const rest = options.length > MAX_LISTED ? ` and ${options.length - MAX_LISTED} more` : '';
  return { code: 'unknown-option', reason: `The options of this property are ${listed.join(', ')}${rest}.` };
}
