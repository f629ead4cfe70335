import { useLingui } from '@lingui/react/macro';
import { File, Filter, Hash, SlidersHorizontal, Tag, type LucideIcon } from 'lucide-react';
import { classNames } from '../../lib/class-names';
import { formatNumber } from '../../lib/format';
import type { SuggestionView } from './documents.queries';

const ICONS: Record<SuggestionView['kind'], LucideIcon> = {
  property: SlidersHorizontal,
  tag: Tag,
  document: File,
  filter: Filter,
  value: Hash,
};

/** What could be meant, below the search box. */
export function SearchSuggestions({
  id,
  suggestions,
  active,
  onPick,
}: {
  id: string;
  suggestions: readonly SuggestionView[];
  active: number;
  onPick: (suggestion: SuggestionView) => void;
}) {
  const { t } = useLingui();
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={t`Suggestions`}
      className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-menu bg-raised p-1 text-sm shadow-float ring-1 ring-line"
    >
      {suggestions.map((suggestion, index) => {
        const { kind, label, insert, count } = suggestion;
        const Icon = ICONS[kind];
        return (
          <li
            key={`${kind} ${insert} ${label}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classNames(
              'flex min-h-(--control-height) cursor-pointer items-center gap-2 rounded-control px-2',
              index === active ? 'bg-hover' : 'hover:bg-hover',
            )}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(suggestion)}
          >
            <Icon aria-hidden size={14} className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {label}
            </span>
            <code className="max-w-40 truncate text-xs text-muted" dir="auto">
              {insert}
            </code>
            {count === null ? null : <span className="text-xs text-muted">{formatNumber(count)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
