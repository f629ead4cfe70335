import { useLingui } from '@lingui/react/macro';
import { TagChip } from '../../components/tag-chip';
import { formatDate, formatSize, formatTime } from '../../lib/format';
import { typeLabel } from '../../lib/file-kinds';
import { dateCondition, typeCondition } from './documents';
import type { DocumentView } from './documents.queries';
import { useOnFilter } from './filter-context';
import { PropertyValue } from './property-value';

const MOST_TAGS = 4;

/** The tags of a row; those that do not fit are counted. */
export function RowTags({ document }: { document: DocumentView }) {
  const { t } = useLingui();
  const onFilter = useOnFilter();
  const tags = document.tags ?? [];
  const more = tags.slice(MOST_TAGS);
  return (
    <span className="flex min-w-0 items-center gap-1 overflow-hidden">
      {tags.slice(0, MOST_TAGS).map(({ id, name, color }) => (
        <TagChip
          key={id}
          name={name}
          color={color}
          title={t`Filter by this tag; with Alt: exclude it`}
          onSelect={(event) => onFilter({ field: 'tag', value: name }, event)}
        />
      ))}
      {more.length > 0 ? (
        <span className="text-xs text-muted" title={more.map(({ name }) => name).join(', ')}>
          +{more.length}
        </span>
      ) : null}
    </span>
  );
}

const FILTER = 'truncate rounded-chip text-muted hover:text-text hover:underline';

/** What a column shows of a document. */
export function DocumentCell({ document, column }: { document: DocumentView; column: string }) {
  const onFilter = useOnFilter();
  const { createdAt, updatedAt, documentDate, originalSize, mimeType } = document;
  switch (column) {
    case 'tags':
      return <RowTags document={document} />;
    case 'documentDate':
      return documentDate === null ? null : (
        <button
          type="button"
          className={`${FILTER} tabular-nums`}
          onClick={(event) => onFilter(dateCondition(documentDate), event)}
        >
          {formatDate(documentDate.slice(0, 10))}
        </button>
      );
    case 'createdAt':
    case 'updatedAt': {
      const time = column === 'createdAt' ? createdAt : updatedAt;
      return (
        <time dateTime={time} title={formatTime(time)} className="truncate text-muted tabular-nums">
          {formatDate(time)}
        </time>
      );
    }
    case 'size':
      return <span className="truncate text-muted tabular-nums">{formatSize(originalSize)}</span>;
    case 'type':
      return (
        <button
          type="button"
          className={FILTER}
          title={mimeType}
          onClick={(event) => onFilter(typeCondition(mimeType), event)}
        >
          {typeLabel(document)}
        </button>
      );
    default: {
      const property = document.customProperties?.find(({ key }) => `property:${key}` === column);
      return property ? <PropertyValue property={property} /> : null;
    }
  }
}
