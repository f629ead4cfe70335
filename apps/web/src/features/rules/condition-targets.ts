import type { CustomPropertyView } from '../../lib/api';
import type { Change, Condition } from './rules';

export type Property = CustomPropertyView;
type Operator = Condition['operator'];

/** How a value is compared and edited. */
export type ValueKind = 'boolean' | 'date' | 'number' | 'option' | 'reference' | 'size' | 'source' | 'text';

export const FIELDS = ['content', 'name', 'source', 'type', 'size', 'documentDate'] as const;
export const SOURCES = ['upload', 'file-request', 'email', 'folder', 'plugin'] as const;

const KIND_OF_FIELD = {
  name: 'text',
  content: 'text',
  type: 'text',
  source: 'source',
  size: 'size',
  documentDate: 'date',
} as const;
const KIND_OF_TYPE: Record<Property['type'], ValueKind> = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  select: 'option',
  multi_select: 'option',
  user_relation: 'reference',
  document_relation: 'reference',
};
const TEXT: readonly Operator[] = [
  ...([
    'contains',
    'not_contains',
    'equal',
    'not_equal',
    'starts_with',
    'ends_with',
    'matches',
    'not_matches',
  ] as const),
];
const SAME: readonly Operator[] = ['equal', 'not_equal'];
const SIZES: readonly Operator[] = ['greater_than', 'less_than', 'equal'];
const NUMBERS: readonly Operator[] = [...SIZES, 'between'];
const OPERATORS: Record<ValueKind, readonly Operator[]> = {
  text: TEXT,
  source: SAME,
  option: SAME,
  boolean: SAME,
  number: NUMBERS,
  size: SIZES,
  date: ['before', 'after', 'between', 'in_last_days', 'in_next_days', 'equal'],
  // Ids are not for people: pages only ask whether there is one.
  reference: [],
};

/** Undefined: the property was deleted. */
export function kindOf(
  { field, propertyDefinitionId }: Pick<Condition, 'field' | 'propertyDefinitionId'>,
  properties: readonly Property[],
): ValueKind | undefined {
  if (field !== 'property') return KIND_OF_FIELD[field];
  const property = properties.find(({ id }) => id === propertyDefinitionId);
  return property && KIND_OF_TYPE[property.type];
}

/** The operators to choose from; the present one is always among them. */
export function operatorsOf(condition: Condition, properties: readonly Property[]): Operator[] {
  const kind = kindOf(condition, properties);
  const mayBeMissing = condition.field === 'property' || condition.field === 'documentDate';
  const fitting = [
    ...(kind === undefined ? [] : OPERATORS[kind]),
    ...(mayBeMissing ? (['is_set', 'is_not_set'] as const) : []),
  ];
  return fitting.includes(condition.operator) ? fitting : [...fitting, condition.operator];
}

const PROPERTY = 'property:';

/** A field or a property as one choice of a list. */
export function targetOf({
  field,
  propertyDefinitionId = '',
}: Pick<Condition, 'field' | 'propertyDefinitionId'>): string {
  return field === 'property' ? `${PROPERTY}${propertyDefinitionId}` : field;
}

/** The condition on another field; it keeps its operator and value when they fit. */
export function withTarget(condition: Condition, target: string, properties: readonly Property[]): Condition {
  const { operator, value } = condition;
  const aimed: Pick<Condition, 'field' | 'propertyDefinitionId'> = target.startsWith(PROPERTY)
    ? { field: 'property', propertyDefinitionId: target.slice(PROPERTY.length) }
    : { field: target as Condition['field'] };
  const kind = kindOf(aimed, properties);
  const fitting = operatorsOf({ ...aimed, operator: 'is_set', value: '' }, properties);
  const isSameKind = kind === 'text' && kindOf(condition, properties) === 'text';
  return {
    ...aimed,
    operator: fitting.includes(operator) ? operator : (fitting[0] ?? 'is_set'),
    value: isSameKind ? value : '',
  };
}

/** The condition with another operator; it keeps its value when it means the same. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const isSameShape = shapeOf(operator) === shapeOf(condition.operator);
  return { ...condition, operator, value: isSameShape ? condition.value : '' };
}

/** How the value of an operator is written, besides the kind of what it compares. */
export function shapeOf(operator: Operator): 'days' | 'one' | 'pattern' | 'range' {
  if (operator === 'between') return 'range';
  if (operator === 'in_last_days' || operator === 'in_next_days') return 'days';
  return operator === 'matches' || operator === 'not_matches' ? 'pattern' : 'one';
}

/** A change with the value to begin with. */
export function newChange(target: string, properties: readonly Property[]): Change {
  if (target === 'documentDate') return { kind: 'documentDate', value: 'upload-date' };
  if (target === 'name') return { kind: 'name', value: '{date} {name}' };
  const propertyDefinitionId = target.slice(PROPERTY.length);
  const property = properties.find(({ id }) => id === propertyDefinitionId);
  const value = property?.type === 'boolean' ? true : property?.type === 'multi_select' ? [] : '';
  return { kind: 'property', propertyDefinitionId, value };
}

export function targetOfChange({ kind, propertyDefinitionId = '' }: Change): string {
  return kind === 'property' ? `${PROPERTY}${propertyDefinitionId}` : kind;
}

/** Properties that a rule can set on this page. */
export function isSettable({ type }: Property): boolean {
  return KIND_OF_TYPE[type] !== 'reference';
}
