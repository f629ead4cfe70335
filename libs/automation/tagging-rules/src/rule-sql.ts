import { comparableText } from '@archivolt/plugin-kit';
import { isMeaningless, kindOf, NEGATED, type ConditionKind } from './condition-kinds.js';
import { rangeOf } from './ranges.js';
import type { ConditionOperator, KnownCondition, Matching } from './tagging-rule.js';

/** A condition on `document d` that holds for every document the rule matches. */
export interface RuleSql {
  text: string;
  values: string[];
  /** An expression: whether the condition is exact for this document; otherwise the document has to be matched. */
  certain: string;
}

/** The only letters outside ASCII whose lower case contains ASCII letters: the Kelvin sign, and I with a dot above. */
export const FOLDED_INTO_ASCII = { '\u212A': 'k', '\u0130': 'i\u0307' } as const;

const COLUMNS = {
  name: 'd.name',
  content: 'd.content',
  type: 'd.mime_type',
  source: 'd.source',
  size: 'd.original_size',
  documentDate: 'd.document_date',
} as const;

/** The value as it is compared, of the kinds that have several columns as one text. */
const PROPERTY_COLUMNS: Record<ConditionKind, string> = {
  text: 'v.text_value',
  number: 'v.number_value',
  date: 'v.date_value',
  choice: 'coalesce(v.option_id, v.user_id, v.related_document_id, v.boolean_value::text)',
};

const SIGNS: Partial<Record<ConditionOperator, string>> = {
  equal: '=',
  greater_than: '>',
  after: '>',
  less_than: '<',
  before: '<',
};

type PartSql = Pick<RuleSql, 'certain' | 'text'>;

type Parameter = (value: string) => string;

/**
 * Returns the rule as SQL, so that most texts need not leave the database. For values in ASCII without white space, and
 * texts that no other form of Unicode is hidden in, the SQL matches exactly as `ruleMatches` does. Other values depend on
 * the locale and version of the database: for them the SQL looks for the longest such part. Parameters are numbered from
 * `firstParameter`.
 */
export function ruleSql(rule: Matching, firstParameter: number): RuleSql {
  if (rule.conditions.length === 0) return { text: 'true', values: [], certain: 'true' };
  if (isMeaningless(rule.conditions)) return { text: 'false', values: [], certain: 'true' };
  const values: string[] = [];
  const parameter: Parameter = (value) => `$${firstParameter + values.push(value) - 1}::text`;
  const parts = rule.conditions.map((condition) => conditionSql(condition, parameter));
  const text = `(${parts.map((part) => part.text).join(rule.conditionMatchMode === 'all' ? ' and ' : ' or ')})`;
  const doubts = [...new Set(parts.map(({ certain }) => certain))].filter((certain) => certain !== 'true');
  const certain = doubts.includes('false') ? 'false' : doubts.join(' and ') || 'true';
  return { text, values, certain };
}

function conditionSql(condition: KnownCondition, parameter: Parameter): PartSql {
  const kind = kindOf(condition) ?? 'text';
  const positive = NEGATED[condition.operator] ?? condition.operator;
  const isNegated = condition.operator in NEGATED;
  // PostgreSQL's own regular expressions mean other things, and may take exponential time.
  if (positive === 'matches') return { text: isNegated ? 'true' : mayMatchSql(condition, parameter), certain: 'false' };
  if (kind === 'text' && positive !== 'is_set')
    return textSql({ ...condition, operator: positive }, isNegated, parameter);
  const text = holdsSql({ ...condition, operator: positive }, kind, parameter);
  return { text: isNegated ? `not ${text}` : text, certain: 'true' };
}

/** Where there is no text, nothing matches. */
function mayMatchSql(condition: KnownCondition, parameter: Parameter): string {
  return condition.field === 'property' ? holdsSql({ ...condition, operator: 'is_set' }, 'text', parameter) : 'true';
}

function textSql(condition: KnownCondition, isNegated: boolean, parameter: Parameter): PartSql {
  const value = comparableText(condition.value);
  const plain = longestPlainPart(value);
  if (plain !== value && (plain === '' || isNegated)) return { text: 'true', certain: 'false' };
  const wanted = plain === value ? condition : { ...condition, operator: 'contains' as const, value: plain };
  const holds = holdsSql(wanted, 'text', parameter);
  const isOther = isOtherForm(condition, parameter);
  const text = `(${isNegated ? `not ${holds}` : holds} or ${isOther})`;
  return { text, certain: plain === value ? `not ${isOther}` : 'false' };
}

/** Ligatures, full-width letters, no-break spaces and others that are compared as what they stand for. Never null. */
function isOtherForm({ field, propertyDefinitionId }: KnownCondition, parameter: Parameter): string {
  if (field !== 'property') return `(${COLUMNS[field]} is not nfkc normalized)`;
  return `exists (select from document_custom_property v where v.document_id = d.id
    and v.property_id = ${parameter(propertyDefinitionId ?? '')} and v.text_value is not nfkc normalized)`;
}

/** Without `not`; never null where the condition may be negated. */
function holdsSql(
  { field, operator, value, propertyDefinitionId }: KnownCondition,
  kind: ConditionKind,
  parameter: Parameter,
): string {
  if (field !== 'property') {
    if (operator === 'is_set') return `(${COLUMNS[field]} is not null)`;
    return comparison(kind, COLUMNS[field], { operator, value }, parameter);
  }
  const ofProperty = `v.document_id = d.id and v.property_id = ${parameter(propertyDefinitionId ?? '')}`;
  const holds =
    operator === 'is_set' ? '' : ` and ${comparison(kind, PROPERTY_COLUMNS[kind], { operator, value }, parameter)}`;
  return `exists (select from document_custom_property v where ${ofProperty}${holds})`;
}

function comparison(
  kind: ConditionKind,
  column: string,
  { operator, value }: Pick<KnownCondition, 'operator' | 'value'>,
  parameter: Parameter,
): string {
  if (kind === 'text') return textComparison(column, operator, comparableText(value), parameter(comparableText(value)));
  if (operator === 'between') {
    const [least, most] = rangeOf(value).map((end) => valueSql(kind, parameter(end)));
    return `(${columnSql(kind, column)} between ${least} and ${most})`;
  }
  const sign = SIGNS[operator];
  if (sign === undefined) throw new Error(`no such operator: ${operator}`);
  return `(${columnSql(kind, column)} ${sign} ${valueSql(kind, parameter(value))})`;
}

function columnSql(kind: ConditionKind, column: string): string {
  return kind === 'date' ? `(${column} at time zone 'UTC')::date` : column;
}

function valueSql(kind: ConditionKind, parameter: string): string {
  return kind === 'number' ? `${parameter}::float8` : kind === 'date' ? `${parameter}::date` : parameter;
}

function textComparison(column: string, operator: ConditionOperator, value: string, parameter: string): string {
  const { length } = value;
  switch (operator) {
    case 'equal':
      // octet_length does not read a long text; a letter takes at most three times the bytes of its lower case.
      return `(octet_length(${column}) <= ${3 * length} and ${folded(column, value)} = ${parameter})`;
    case 'contains':
      return `(strpos(${folded(column, value)}, ${parameter}) > 0)`;
    case 'starts_with':
      return `starts_with(${folded(`left(${column}, ${length})`, value)}, ${parameter})`;
    case 'ends_with':
      return `(right(${folded(`right(${column}, ${length})`, value)}, ${length}) = ${parameter})`;
    default:
      throw new Error(`no such operator: ${operator}`);
  }
}

/** Lower case of ASCII letters and of the letters that turn into ASCII ones; nothing else can match. */
function folded(column: string, value: string): string {
  const replaced = Object.entries(FOLDED_INTO_ASCII)
    .filter(([, lower]) => value.includes(lower.charAt(0)))
    .reduce((text, [letter, lower]) => `replace(${text}, '${letter}', '${lower}')`, column);
  return `lower(${replaced} collate "C")`;
}

function longestPlainPart(text: string): string {
  const parts = text.match(/[\u0001-\u0008\u000E-\u001F\u0021-\u007F]+/g) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
