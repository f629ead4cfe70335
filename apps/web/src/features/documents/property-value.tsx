import { useLingui } from '@lingui/react/macro';
import { formatDate, formatNumber } from '../../lib/format';
import { numberInQuery } from './chip-value';
import type { DocumentPropertyView } from './documents.queries';
import { useOnFilter } from './filter-context';

/** What a value shows and what a search for it is. */
function partsOf({ value, type }: DocumentPropertyView, yes: string, no: string): { text: string; search: string }[] {
  if (value === null) return [];
  if (typeof value === 'boolean') return [{ text: value ? yes : no, search: String(value) }];
  if (typeof value === 'number') return [{ text: formatNumber(value), search: numberInQuery(value) }];
  if (typeof value === 'string') {
    return type === 'date'
      ? [{ text: formatDate(value.slice(0, 10)), search: value.slice(0, 10) }]
      : [{ text: value, search: value }];
  }
  return [value].flat().map((each) => {
    if ('optionId' in each) return { text: each.name, search: each.name };
    if ('userId' in each) return { text: each.name, search: each.userId };
    return { text: each.name, search: each.documentId };
  });
}

/** The value of a custom property; a click searches for it. */
export function PropertyValue({ property }: { property: DocumentPropertyView }) {
  const { t } = useLingui();
  const onFilter = useOnFilter();
  return (
    <span className="flex min-w-0 gap-1">
      {partsOf(property, t`Yes`, t`No`).map(({ text, search }, index) => (
        <button
          key={index}
          type="button"
          dir="auto"
          className="min-w-0 truncate rounded-chip hover:underline"
          title={text}
          onClick={(event) => onFilter({ field: property.key, value: search }, event)}
        >
          {text}
        </button>
      ))}
    </span>
  );
}
