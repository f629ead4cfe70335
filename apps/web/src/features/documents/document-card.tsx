import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { Checkbox } from '../../components/checkbox';
import { classNames } from '../../lib/class-names';
import { RowTags } from './document-cell';
import { DocumentName, DocumentSnippet } from './document-name';
import type { DocumentRowProps } from './document-row';
import { Thumbnail } from './thumbnail';

type DocumentCardProps = Omit<
  DocumentRowProps,
  'columns' | 'gridTemplateColumns' | 'height' | 'isChanged' | 'isCompact' | 'top'
>;

/** One document as a card with its first page. */
export const DocumentCard = memo(function DocumentCard({
  document,
  list,
  index,
  isSelected,
  isActive,
  isFocused,
  onSelect,
}: DocumentCardProps) {
  const { t } = useLingui();
  if (!document) return <div role="listitem" className="min-w-0 rounded-menu bg-panel" />;
  return (
    <div
      role="listitem"
      data-document={document.id}
      className={classNames(
        'group relative flex min-w-0 flex-col gap-1 rounded-menu border p-2',
        isSelected ? 'border-accent bg-selected' : isActive ? 'border-control bg-hover' : 'border-line hover:bg-hover',
      )}
    >
      <Thumbnail document={document} isWhole className="h-60 w-full p-2" />
      <span
        className={classNames(
          'absolute start-3 top-3 z-10 grid rounded-chip bg-raised p-1 shadow-float group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100',
          isSelected ? '' : 'opacity-0',
        )}
      >
        <Checkbox
          aria-label={t`Select ${document.name}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => onSelect(index, document.id, event)}
        />
      </span>
      <DocumentName document={document} list={list} index={index} isFocused={isFocused} />
      <DocumentSnippet document={document} />
      <span className="pointer-events-none relative z-10 mt-auto [&_button]:pointer-events-auto">
        <RowTags document={document} />
      </span>
    </div>
  );
});
