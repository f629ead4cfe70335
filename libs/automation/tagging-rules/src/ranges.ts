import type { KnownCondition, Matching } from './tagging-rule.js';

/** Between the two ends of the value of `between`, which both belong to the range. */
const TO = '..';
const DAY_MS = 86_400_000;
/** More days would leave the years that dates can have. */
export const MOST_DAYS = 36_500;

export function rangeOf(value: string): [string, string] {
  const at = value.indexOf(TO);
  return at === -1 ? [value, value] : [value.slice(0, at), value.slice(at + TO.length)];
}

export function rangeFrom(least: string, most: string): string {
  return `${least}${TO}${most}`;
}

/** The rule as it is on this day: days before or after it become those between two dates. */
export function onDay<Rule extends Matching>(rule: Rule, now: Date): Rule {
  if (!rule.conditions.some(isRelative)) return rule;
  return { ...rule, conditions: rule.conditions.map((condition) => conditionOnDay(condition, now)) };
}

/** The same list when none of the rules depends on the day. */
export function allOnDay<Rule extends Matching>(rules: readonly Rule[], now: Date): readonly Rule[] {
  const isDated = rules.some(({ conditions }) => conditions.some(isRelative));
  return isDated ? rules.map((rule) => onDay(rule, now)) : rules;
}

function conditionOnDay(condition: KnownCondition, now: Date): KnownCondition {
  if (!isRelative(condition)) return condition;
  const days = Number(condition.value);
  const [first, last] = condition.operator === 'in_last_days' ? [-days, 0] : [0, days];
  return { ...condition, operator: 'between', value: rangeFrom(dayFrom(now, first), dayFrom(now, last)) };
}

function isRelative({ operator }: KnownCondition): boolean {
  return operator === 'in_last_days' || operator === 'in_next_days';
}

/** `YYYY-MM-DD` in UTC. */
function dayFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}
