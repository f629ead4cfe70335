import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAppearance } from '../../lib/appearance';
import { defaultOrder, type SortField, type SortOrder } from '../../lib/list-order';
import { DocumentRow } from './document-row';
import { sortFieldOf } from './documents';
import type { ListViewProps } from './list-view';
import { gridColumns } from './list-geometry';
import { useColumnLabels } from './use-column-labels';

/** The documents as rows: only those on the screen are in the page. */
export function DocumentTable({
  list,
  rows,
  count,
  columns,
  active,
  isSelected,
  changed,
  onSelect,
  onSort,
  onVisible,
}: ListViewProps & { columns: readonly string[]; onSort: (sort: SortField, order: SortOrder) => void }) {
  const { t } = useLingui();
  const labelOf = useColumnLabels(list.organizationId);
  const scroller = useRef<HTMLDivElement>(null);
  const { density } = useAppearance();
  const rowHeight = rowHeightOf(density);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: 32,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onVisible(first, last), [first, last, onVisible]);
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);
  useEffect(() => {
    // Newer browsers return a promise, which is no effect's end.
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [list.q, list.sort, list.order]);
  useEffect(() => {
    if (active.focused >= 0) virtualizer.scrollToIndex(active.focused, { align: 'auto' });
  }, [active.focused, virtualizer]);
  const gridTemplateColumns = gridColumns(columns);
  const header = (column: string) => {
    const field = sortFieldOf(column);
    const label = column === 'name' ? t`Name` : labelOf(column);
    const isSorted = field !== undefined && field === list.sort;
    const Arrow = list.order === 'asc' ? ArrowUp : ArrowDown;
    return (
      <span
        key={column}
        role="columnheader"
        aria-sort={isSorted ? (list.order === 'asc' ? 'ascending' : 'descending') : undefined}
        className="flex min-w-0"
      >
        {field === undefined ? (
          <span className="truncate" dir="auto">
            {label}
          </span>
        ) : (
          <button
            type="button"
            className="inline-flex min-w-0 items-center gap-1 rounded-chip hover:text-text"
            onClick={() => onSort(field, isSorted ? opposite(list.order) : defaultOrder(field))}
          >
            <span className="truncate">{label}</span>
            {isSorted ? <Arrow aria-hidden size={12} /> : null}
          </button>
        )}
      </span>
    );
  };
  return (
    <div ref={scroller} className="min-h-0 min-w-0 flex-1 overflow-y-auto" aria-busy={rows.isStale}>
      <div
        role="grid"
        aria-label={t`Documents`}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 2}
        aria-multiselectable
      >
        <div
          role="row"
          aria-rowindex={1}
          style={{ gridTemplateColumns }}
          className="sticky top-0 z-20 grid h-8 items-center gap-3 border-b border-line bg-bg px-3 text-xs font-medium text-muted"
        >
          <span role="columnheader">
            <span className="sr-only">{t`Selected`}</span>
          </span>
          {['name', ...columns].map(header)}
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start, size }) => {
            const document = rows.at(index);
            return (
              <DocumentRow
                key={index}
                document={document}
                list={list}
                index={index}
                columns={columns}
                isSelected={document !== undefined && isSelected(document.id)}
                isActive={index === active.index}
                isFocused={index === active.focused}
                isChanged={document !== undefined && changed.has(document.id)}
                isCompact={density === 'compact'}
                onSelect={onSelect}
                top={start}
                height={size}
                gridTemplateColumns={gridTemplateColumns}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

const opposite = (order: SortOrder): SortOrder => (order === 'asc' ? 'desc' : 'asc');

/** The height that the style sheet has for rows; `density` is why it changes. */
function rowHeightOf(_density: string): number {
  return Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || 56;
}
