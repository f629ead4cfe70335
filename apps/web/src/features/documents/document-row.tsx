import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { Checkbox } from '../../components/checkbox';
import { classNames } from '../../lib/class-names';
import { DocumentCell, RowTags } from './document-cell';
import { DocumentName, DocumentSnippet } from './document-name';
import type { DocumentView, OpenList } from './documents.queries';
import { Thumbnail } from './thumbnail';

export interface DocumentRowProps {
  document: DocumentView | undefined;
  list: OpenList;
  index: number;
  columns: readonly string[];
  isSelected: boolean;
  isActive: boolean;
  isFocused: boolean;
  isChanged: boolean;
  isCompact: boolean;
  onSelect: (index: number, id: string, event: { shiftKey: boolean }) => void;
  /** Its place in the table, in pixels. Not an object, which would be another one in each frame of scrolling. */
  top: number;
  height: number;
  gridTemplateColumns: string;
}

/** One document of the table. Without a document: its place. */
export const DocumentRow = memo(function DocumentRow({
  document,
  list,
  index,
  columns,
  isSelected,
  isActive,
  isFocused,
  isChanged,
  isCompact,
  onSelect,
  top,
  height,
  gridTemplateColumns,
}: DocumentRowProps) {
  const { t } = useLingui();
  const style = { height, transform: `translateY(${top}px)`, gridTemplateColumns };
  const row = classNames(
    'absolute inset-x-0 grid items-center gap-3 border-b border-line px-3',
    isSelected ? 'bg-selected' : isActive ? 'bg-hover' : 'hover:bg-hover',
  );
  if (!document) {
    return (
      <div role="row" aria-rowindex={index + 2} style={style} className={row}>
        <span role="gridcell" />
        <span role="gridcell" className="flex items-center gap-3">
          <span className={classNames('shrink-0 rounded-chip bg-hover', isCompact ? 'size-6' : 'h-11 w-9')} />
          <span className="h-3 w-1/2 rounded-chip bg-hover" />
        </span>
        {columns.map((column) => (
          <span key={column} role="gridcell" />
        ))}
      </div>
    );
  }
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-document={document.id}
      style={style}
      className={row}
    >
      <span role="gridcell" className="relative z-10 grid place-items-center">
        <Checkbox
          aria-label={t`Select ${document.name}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => onSelect(index, document.id, event)}
        />
      </span>
      <span role="gridcell" className="flex min-w-0 items-center gap-3">
        <Thumbnail document={document} className={isCompact ? 'size-6' : 'h-11 w-9'} />
        <span className={classNames('flex min-w-0 flex-1', isCompact ? 'items-baseline gap-3' : 'flex-col')}>
          <span className="flex min-w-0 items-center gap-2">
            <DocumentName document={document} list={list} index={index} isFocused={isFocused} />
            {isChanged ? (
              <span
                className="size-1.5 shrink-0 rounded-full bg-info"
                role="img"
                aria-label={t`Changed by someone else`}
              />
            ) : null}
          </span>
          <DocumentSnippet document={document} />
        </span>
        {columns.length === 0 ? (
          <span className="pointer-events-none relative z-10 max-w-2/5 shrink-0 [&_button]:pointer-events-auto">
            <RowTags document={document} />
          </span>
        ) : null}
      </span>
      {columns.map((column) => (
        <span
          key={column}
          role="gridcell"
          className="pointer-events-none relative z-10 flex min-w-0 [&_button]:pointer-events-auto"
        >
          <DocumentCell document={document} column={column} />
        </span>
      ))}
    </div>
  );
});
