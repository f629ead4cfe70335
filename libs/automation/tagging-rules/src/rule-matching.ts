import { setImmediate as nextTurn } from 'node:timers/promises';
import { comparableText } from '@archivolt/plugin-kit';
import { isMeaningless, isPattern, kindOf, NEGATED, type ConditionKind } from './condition-kinds.js';
import { rangeOf } from './ranges.js';
import { patternMatches, textForPatterns } from './rule-pattern.js';
import type { ConditionOperator, KnownCondition, Matching } from './tagging-rule.js';

/** A value of a custom property; a date as the day in UTC. */
export type PropertyFact = boolean | number | string;

/** What conditions compare with. */
export interface MatchableDocument {
  name: string;
  content: string;
  source: string;
  /** The media type. */
  type: string;
  /** Bytes. */
  size: number;
  /** `YYYY-MM-DD` in UTC. */
  documentDate: string | null;
  /** The values by the id of the property; a property without value is missing. */
  properties: Readonly<Record<string, readonly PropertyFact[]>>;
}

/** Rules on a long text block this thread no longer than this at a time. */
const LONGEST_TURN_MS = 10;

/** A document with the texts as conditions compare them: `comparableText`. */
export interface FoldedDocument extends MatchableDocument {
  /** The values of properties as comparable texts, by the id of the property. */
  texts: Readonly<Record<string, readonly string[]>>;
  /** The texts of the document, as regular expressions look at them. */
  forPatterns: (condition: KnownCondition) => readonly string[];
}

/** Once for all conditions: texts may be long. */
export function foldTexts(document: MatchableDocument): FoldedDocument {
  const { name, content, type, properties } = document;
  const texts = Object.entries(properties).map(([id, facts]) => [
    id,
    facts.map((fact) => comparableText(String(fact))),
  ]);
  return {
    ...document,
    ...{ name: comparableText(name), content: comparableText(content), type: comparableText(type) },
    texts: Object.fromEntries(texts) as FoldedDocument['texts'],
    forPatterns: textsForPatterns(document),
  };
}

/** Each text is prepared when the first condition needs it. */
function textsForPatterns(document: MatchableDocument): FoldedDocument['forPatterns'] {
  const prepared = new Map<string, readonly string[]>();
  return ({ field, propertyDefinitionId }) => {
    const key = field === 'property' ? (propertyDefinitionId ?? '') : field;
    const facts = field === 'property' ? (document.properties[key] ?? []) : [document[field] ?? ''];
    const texts = prepared.get(key) ?? facts.map((fact) => textForPatterns(String(fact)));
    prepared.set(key, texts);
    return texts;
  };
}

/**
 * Returns the rules that match a document. Calls `onFault` for a rule that cannot be evaluated, which then does not
 * match. Awaits `rest` after every few milliseconds of work.
 */
export async function matchingRules<Rule extends Matching>(
  rules: readonly Rule[],
  document: MatchableDocument,
  onFault: (rule: Rule, error: unknown) => void = () => undefined,
  rest: () => Promise<unknown> = () => nextTurn(),
): Promise<Rule[]> {
  const folded = foldTexts(document);
  const matching: Rule[] = [];
  let turnBegan = performance.now();
  for (const rule of rules) {
    if (performance.now() - turnBegan > LONGEST_TURN_MS) {
      await rest();
      turnBegan = performance.now();
    }
    try {
      if (ruleMatches(rule, folded)) matching.push(rule);
    } catch (error) {
      onFault(rule, error);
    }
  }
  return matching;
}

/** True when the rule matches the document, which {@link foldTexts} has returned. */
export function ruleMatches(rule: Matching, folded: FoldedDocument): boolean {
  if (rule.conditions.length === 0) return true;
  if (isMeaningless(rule.conditions)) return false;
  const holds = (condition: KnownCondition): boolean => conditionHolds(condition, folded);
  const conditions = rule.conditions.some(isPattern) ? patternsLast(rule.conditions) : rule.conditions;
  return rule.conditionMatchMode === 'all' ? conditions.every(holds) : conditions.some(holds);
}

/** They take longest, and the others often decide. */
function patternsLast(conditions: readonly KnownCondition[]): KnownCondition[] {
  return [...conditions.filter((one) => !isPattern(one)), ...conditions.filter(isPattern)];
}

function conditionHolds(condition: KnownCondition, folded: FoldedDocument): boolean {
  const kind = kindOf(condition);
  if (kind === undefined) return false;
  const { operator, value: wanted } = condition;
  const positive = NEGATED[operator] ?? operator;
  if (positive === 'matches') {
    const found = folded.forPatterns(condition).some((text) => patternMatches(wanted, text));
    return operator in NEGATED ? !found : found;
  }
  const values = valuesOf(condition, kind, folded);
  const compared = kind === 'text' ? comparableText(wanted) : wanted;
  const holds =
    positive === 'is_set' ? values.length > 0 : values.some((value) => COMPARISONS[kind](value, positive, compared));
  return operator in NEGATED ? !holds : holds;
}

/** Texts are comparable ones. */
function valuesOf(
  { field, propertyDefinitionId }: KnownCondition,
  kind: ConditionKind,
  document: FoldedDocument,
): readonly PropertyFact[] {
  if (field === 'property') {
    const { texts, properties } = document;
    return (kind === 'text' ? texts : properties)[propertyDefinitionId ?? ''] ?? [];
  }
  const value = document[field];
  return value === null ? [] : [value];
}

const COMPARISONS: Record<
  ConditionKind,
  (value: PropertyFact, operator: ConditionOperator, wanted: string) => boolean
> = {
  text: (value, operator, wanted) => textHolds(String(value), operator, wanted),
  choice: (value, operator, wanted) => orderHolds(String(value) === wanted ? 0 : 1, operator),
  number: (value, operator, wanted) => {
    if (operator !== 'between') return orderHolds(Number(value) - Number(wanted), operator);
    const [least, most] = rangeOf(wanted);
    return Number(value) >= Number(least) && Number(value) <= Number(most);
  },
  date: (value, operator, wanted) => {
    if (operator !== 'between') return orderHolds(value === wanted ? 0 : value < wanted ? -1 : 1, operator);
    const [first, last] = rangeOf(wanted);
    return value >= first && value <= last;
  },
};

function textHolds(text: string, operator: ConditionOperator, wanted: string): boolean {
  switch (operator) {
    case 'equal':
      return text === wanted;
    case 'contains':
      return text.includes(wanted);
    case 'starts_with':
      return text.startsWith(wanted);
    case 'ends_with':
      return text.endsWith(wanted);
    default:
      throw noSuchOperator(operator);
  }
}

function orderHolds(difference: number, operator: ConditionOperator): boolean {
  switch (operator) {
    case 'equal':
      return difference === 0;
    case 'greater_than':
    case 'after':
      return difference > 0;
    case 'less_than':
    case 'before':
      return difference < 0;
    default:
      throw noSuchOperator(operator);
  }
}

function noSuchOperator(operator: ConditionOperator): Error {
  return new Error(`no such operator: ${operator}`);
}
