import type { SortField, SortOrder } from '../../lib/list-order';
import { DocumentCards } from './document-cards';
import { DocumentTable } from './document-table';
import type { Layout } from './documents';
import type { ListViewProps } from './list-view';

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
