import type { Layout, SortField, SortOrder } from './documents';
import type { ListQuery } from './documents.queries';
import { DocumentCards } from './document-cards';
import { DocumentTable } from './document-table';
import type { ActiveRow } from './use-active-row';
import type { Rows } from './use-rows';

export interface ListViewProps {
  list: ListQuery;
  rows: Rows;
  count: number;
  active: ActiveRow;
  isSelected: (id: string) => boolean;
  /** Rows that others changed. */
  changed: ReadonlySet<string>;
  onSelect: (index: number, id: string, event: { shiftKey: boolean }) => void;
  onVisible: (first: number, last: number) => void;
}

export function DocumentList({
  layout,
  columns,
  onSort,
  ...rest
}: ListViewProps & {
  layout: Layout;
  columns: readonly string[];
  onSort: (sort: SortField, order: SortOrder) => void;
}) {
  if (layout === 'cards') return <DocumentCards {...rest} />;
  return <DocumentTable {...rest} columns={columns} onSort={onSort} />;
}
