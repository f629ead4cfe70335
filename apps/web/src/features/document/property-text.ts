import { formatDate, formatNumber } from '../../lib/format';
import { dayOf } from './document';
import type { ArchiveDocument } from './document.queries';

type Property = NonNullable<ArchiveDocument['customProperties']>[number];

/** A value as one text; empty for none. `yes` and `no` are translated. */
export function propertyText({ type, value }: Property, yes: string, no: string): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return type === 'date' ? formatDate(dayOf(value)) : value;
  return [value]
    .flat()
    .map(({ name }) => name)
    .join(', ');
}
