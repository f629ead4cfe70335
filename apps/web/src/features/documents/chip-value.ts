import { formatDate, formatNumber } from '../../lib/format';
import { readDate } from '../../lib/formats/read-date';
import { readNumber } from '../../lib/formats/read-number';
import { DATE_FILTER_NAMES, propertyKey } from '../../lib/query-language';
import type { CustomPropertyView } from './documents.queries';
import { conditionOf, conditionText } from './query-edit';

type Properties = readonly Pick<CustomPropertyView, 'key' | 'type'>[];

/** A number in a query: as the server reads it, and so that no one takes its decimals for thousands. */
export function numberInQuery(value: number): string {
  const text = String(value);
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

function kindOf(field: string, properties: Properties): 'date' | 'number' | undefined {
  const key = propertyKey(field);
  if (DATE_FILTER_NAMES.has(key)) return 'date';
  const type = properties.find((property) => property.key === key)?.type;
  return type === 'date' || type === 'number' ? type : undefined;
}

/** What the value of a filter may be, as it stands in a query. Empty: it is no number or date, or one for the server. */
function readings(chip: string, properties: Properties): string[] {
  const { field = '', value = '' } = conditionOf(chip) ?? {};
  const kind = kindOf(field, properties);
  if (kind === 'number') return readNumber(value).map(numberInQuery);
  // What begins with a year, the server reads itself.
  return kind === 'date' && !/^\d{4}/.test(value) ? readDate(value) : [];
}

const withValue = (chip: string, value: string): string => {
  const condition = conditionOf(chip);
  return condition ? conditionText({ ...condition, value }) : chip;
};

/** A filter that was typed, with its number or date as the server reads it; what may be several stays as it is. */
export function typedChip(chip: string, properties: Properties): string {
  const [only, ...more] = readings(chip, properties);
  return only === undefined || more.length > 0 ? chip : withValue(chip, only);
}

/** The filters that a typed one may mean, with their values as the person writes them. Fewer than two: it is clear. */
export function choicesOf(chip: string, properties: Properties): { chip: string; label: string }[] {
  const found = readings(chip, properties);
  if (found.length < 2 || found.includes(conditionOf(chip)?.value ?? '')) return [];
  return found.map((value) => ({ chip: withValue(chip, value), label: shownValue(value) }));
}

const shownValue = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : formatNumber(Number(value));

/** The value of a filter as the person writes it. */
export function valueOfChip(field: string, value: string, properties: Properties): string {
  const kind = kindOf(field, properties);
  const isShown =
    kind === 'number' ? value !== '' && Number.isFinite(Number(value)) : /^\d{4}-\d{2}-\d{2}$/.test(value);
  return kind !== undefined && isShown ? shownValue(value) : value;
}
