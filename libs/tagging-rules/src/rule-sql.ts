import { fold } from './rule-matching.js';
import type { Condition, Matching } from './tagging-rule.js';

/** A condition on `document d`; its parameters follow those the caller has already. */
export interface RuleSql {
  text: string;
  values: string[];
}

/** The only letters beyond ASCII whose lower case holds ASCII letters: the Kelvin sign, and I with a dot above. */
export const FOLDED_INTO_ASCII = { '\u212A': 'k', '\u0130': 'i\u0307' } as const;

/**
 * The rule as SQL, so that the texts need not leave the database; `undefined` when a value is not plain ASCII. For plain
 * ASCII both agree to the letter. For the rest they cannot: lower case depends on the database's locale and version.
 */
export function ruleSql(rule: Matching, firstParameter: number): RuleSql | undefined {
  if (rule.conditions.length === 0) return { text: 'true', values: [] };
  const values = rule.conditions.map((condition) => fold(condition.value));
  if (!values.every(isAscii)) return undefined;
  const parts = rule.conditions.map((condition, index) =>
    conditionSql(condition, values[index] ?? '', `$${firstParameter + index}::text`),
  );
  return { text: `(${parts.join(rule.conditionMatchMode === 'all' ? ' and ' : ' or ')})`, values };
}

function conditionSql({ field, operator }: Condition, value: string, parameter: string): string {
  const column = field === 'name' ? 'd.name' : 'd.content';
  const length = value.length;
  // The size of a long text is known without reading it; a letter takes at most three times the bytes of its lower case.
  const equal = `(octet_length(${column}) <= ${3 * length} and ${folded(column, value)} = ${parameter})`;
  const contains = `strpos(${folded(column, value)}, ${parameter}) > 0`;
  switch (operator) {
    case 'equal':
      return equal;
    case 'not_equal':
      return `not ${equal}`;
    case 'contains':
      return contains;
    case 'not_contains':
      return `not (${contains})`;
    case 'starts_with':
      return `starts_with(${folded(`left(${column}, ${length})`, value)}, ${parameter})`;
    case 'ends_with':
      return `right(${folded(`right(${column}, ${length})`, value)}, ${length}) = ${parameter}`;
  }
}

/** ASCII letters in lower case, and what becomes one of those in `value`; everything else cannot match anyway. */
function folded(column: string, value: string): string {
  const replaced = Object.entries(FOLDED_INTO_ASCII)
    .filter(([, lower]) => value.includes(lower.charAt(0)))
    .reduce((text, [letter, lower]) => `replace(${text}, '${letter}', '${lower}')`, column);
  return `lower(${replaced} collate "C")`;
}

function isAscii(text: string): boolean {
  return /^[\u0001-\u007F]*$/.test(text);
}
