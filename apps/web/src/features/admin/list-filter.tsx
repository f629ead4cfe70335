import type { ReactNode } from 'react';
import { SearchField } from '../../components/search-field';

/** Between two questions to the server while a user types. */
const PAUSE_MS = 250;

/** The search over a list of the server, with what else narrows it down. */
export function ListFilter({
  label,
  search,
  onSearch,
  children,
}: {
  label: string;
  search: string;
  onSearch: (search: string) => void;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-48 flex-1 sm:max-w-sm">
        <SearchField label={label} value={search} pauseMs={PAUSE_MS} onChange={(text) => onSearch(text.trim())} />
      </div>
      {children}
    </div>
  );
}
