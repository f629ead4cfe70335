import { isOneLine } from '../names.js';
import { nameKey } from '../search/comparable-text.js';
import type { SuggestedProperty, TaggingProperty } from './auto-tagger.js';

const LONGEST_TEXT = 500;
const LONGEST_OPTION = 255;
const MOST_OPTIONS = 10;
/** Larger numbers lose digits. */
const LARGEST_NUMBER = 1e15;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Earlier dates in a text are misread far more often than meant. */
const EARLIEST_DAY = '1000-01-01';
const VISIBLE = /[\p{L}\p{N}]/u;

/** Whether the host takes this value for a property of the type; everything else in an answer is left out. */
export function isValueOf(type: TaggingProperty['type'], value: unknown): value is SuggestedProperty['value'] {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isDay(value);
    case 'number':
      return typeof value === 'number' && Math.abs(value) <= LARGEST_NUMBER;
    case 'text':
      return isLine(value, LONGEST_TEXT);
    case 'select':
      return isLine(value, LONGEST_OPTION);
    case 'multi_select':
      return isListOfOptions(value);
  }
}

function isLine(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest && isOneLine(value) && VISIBLE.test(value);
}

function isDay(value: string): boolean {
  if (!DAY.test(value) || value < EARLIEST_DAY) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function isListOfOptions(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_OPTIONS) return false;
  const names: unknown[] = value;
  const options = names.filter((name) => isLine(name, LONGEST_OPTION));
  return options.length === names.length && new Set(options.map(nameKey)).size === options.length;
}
