import { nearestName } from './nearest-name.js';

/** What is wrong with one field of a manifest. */
export interface FieldMistake {
  /** `provides.extraction.accepts[0]`; empty for the manifest itself. */
  field: string;
  /** What is there instead, as the rest of a sentence that begins with the field. */
  what: string;
}

/** Looks at the value of a field and returns what is wrong with it. */
export type Rule = (value: unknown, field: string) => FieldMistake[];

/** `sentence` says what the field must be: `a media type in lower case such as \`text/plain\``. */
export function must(sentence: string, isRight: (value: unknown) => boolean): Rule {
  return (value, field) => {
    if (isRight(value)) return [];
    const what =
      value === undefined ? `is missing; it must be ${sentence}` : `is ${shown(value)}; it must be ${sentence}`;
    return [{ field, what }];
  };
}

export function optional(rule: Rule): Rule {
  return (value, field) => (value === undefined ? [] : rule(value, field));
}

/** A list of at least `least` items, in which no item occurs twice. */
export function list(item: Rule, sentence: string, least: 0 | 1 = 1): Rule {
  const isList = must(sentence, (value) => Array.isArray(value) && value.length >= least);
  return (value, field) => {
    const mistakes = isList(value, field);
    if (mistakes.length > 0) return mistakes;
    const items = value as unknown[];
    const twice = items.find((one, place) => typeof one === 'string' && items.indexOf(one) !== place);
    return [
      ...items.flatMap((one, place) => item(one, `${field}[${place}]`)),
      ...(twice === undefined ? [] : [{ field, what: `has ${shown(twice)} twice` }]),
    ];
  };
}

/** An object with these fields and no others. */
export function fields(rules: Readonly<Record<string, Rule>>, sentence = 'an object'): Rule {
  const isObject = must(sentence, isRecord);
  return (value, field) => {
    const mistakes = isObject(value, field);
    if (mistakes.length > 0) return mistakes;
    const record = value as Record<string, unknown>;
    const unknown = Object.keys(record).filter((name) => !(name in rules) && record[name] !== undefined);
    return [
      ...unknown.map((name) => ({ field: below(field, name), what: unknownField(name, Object.keys(rules)) })),
      ...Object.entries(rules).flatMap(([name, rule]) => rule(record[name], below(field, name))),
    ];
  };
}

export function oneOf(...values: readonly string[]): Rule {
  return must(`one of ${values.map((value) => `\`${value}\``).join(', ')}`, (value) =>
    values.some((known) => known === value),
  );
}

export function integer(least: number, most: number): Rule {
  return must(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  );
}

export function text(sentence: string, pattern: RegExp): Rule {
  return must(sentence, (value) => typeof value === 'string' && pattern.test(value));
}

export const boolean = must('true or false', (value) => typeof value === 'boolean');
export const method = must('a function', (value) => typeof value === 'function');

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value for a message: short, and never the inside of an object. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (value instanceof URL) return value.href;
  if (typeof value === 'function') return 'a function';
  if (isRecord(value)) return 'an object';
  const json = typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : JSON.stringify(value);
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}

function unknownField(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  return meant === undefined
    ? `is not a field of the contract; the fields there are ${known.join(', ')}`
    : `is not a field of the contract; did you mean \`${meant}\`?`;
}

function below(field: string, name: string): string {
  const part = /^\w+$/.test(name) ? name : `['${name}']`;
  return field === '' ? part : part.startsWith('[') ? field + part : `${field}.${part}`;
}
