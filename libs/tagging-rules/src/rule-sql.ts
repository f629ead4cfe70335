import { fold } from './rule-matching.js';
import type { Condition, Matching } from './tagging-rule.js';

/** A condition on `document d` that holds for every document the rule matches. */
export interface RuleSql {
  text: string;
  values: string[];
  /** True when the rule matches exactly these documents; otherwise each of them has to be matched. */
  isExact: boolean;
}

/** The only letters outside ASCII whose lower case contains ASCII letters: the Kelvin sign, and I with a dot above. */
export const FOLDED_INTO_ASCII = { '\u212A': 'k', '\u0130': 'i\u0307' } as const;

/**
 * Returns the rule as SQL, so that most texts need not leave the database. For values in ASCII the SQL matches exactly
 * as `ruleMatches` does. Other values depend on the locale and version of the database: for them the SQL looks for the
 * longest part in ASCII. Parameters are numbered from `firstParameter`.
 */
export function ruleSql(rule: Matching, firstParameter: number): RuleSql {
  if (rule.conditions.length === 0) return { text: 'true', values: [], isExact: true };
  const values: string[] = [];
  const parameter = (value: string): string => `$${firstParameter + values.push(value) - 1}::text`;
  let isExact = true;
  const parts = rule.conditions.map(({ field, operator, value }) => {
    const column = field === 'name' ? 'd.name' : 'd.content';
    const wanted = fold(value);
    const plain = longestPlainPart(wanted);
    if (plain === wanted) return exact(column, operator, wanted, parameter(wanted));
    isExact = false;
    if (plain === '' || operator === 'not_equal' || operator === 'not_contains') return 'true';
    return exact(column, 'contains', plain, parameter(plain));
  });
  return { text: `(${parts.join(rule.conditionMatchMode === 'all' ? ' and ' : ' or ')})`, values, isExact };
}

function exact(column: string, operator: Condition['operator'], value: string, parameter: string): string {
  const { length } = value;
  // octet_length does not read a long text; a letter takes at most three times the bytes of its lower case.
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

/** Lower case of ASCII letters and of the letters that turn into ASCII ones; nothing else can match. */
function folded(column: string, value: string): string {
  const replaced = Object.entries(FOLDED_INTO_ASCII)
    .filter(([, lower]) => value.includes(lower.charAt(0)))
    .reduce((text, [letter, lower]) => `replace(${text}, '${letter}', '${lower}')`, column);
  return `lower(${replaced} collate "C")`;
}

function longestPlainPart(text: string): string {
  const parts = text.match(/[\u0001-\u007F]+/g) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
