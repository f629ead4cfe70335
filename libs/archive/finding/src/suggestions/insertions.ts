import { printQuery, type QueryFilter } from '#capabilities/query';
import type { CompletionPoint } from './completion-point.js';

const NOWHERE = { from: 0, to: 0, valueFrom: 0 };

/** `field:`, in quotes where the field needs them. */
export function fieldInsertion(field: string): string {
  return filter(field, 'x').slice(0, -1);
}

/** `field:value`, in quotes where they are needed. */
export function filterInsertion(field: string, value: string): string {
  return filter(field, value);
}

/** The value alone, after a field or as a text of a group. */
export function valueInsertion({ isInGroup }: CompletionPoint, value: string): string {
  if (isInGroup) return printQuery({ kind: 'text', text: value, quoted: false, ...NOWHERE });
  return filter('x', value).slice('x:'.length);
}

function filter(field: string, value: string): string {
  const node: QueryFilter = { kind: 'filter', field, operator: '=', value, quoted: false, ...NOWHERE };
  return printQuery(node);
}
