import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { buttonClasses } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { allProperties } from '../../lib/all-properties.queries';
import { typeLabel } from '../../lib/file-kinds';
import { formatDate, formatSize, formatTime } from '../../lib/format';
import { RowTags } from './document-cell';
import type { DocumentView, OpenList } from './documents.queries';
import { MarkedText } from './marked-text';
import { PropertyValue } from './property-value';
import { ReadingStatus } from './reading-status';
import { Thumbnail } from './thumbnail';

/** A larger picture and the facts of the active document, next to the list. */
export function PeekPanel({
  document,
  list,
  index,
  onClose,
}: {
  document: DocumentView;
  list: OpenList;
  index: number;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { id, organizationId, name, documentDate, createdAt, originalSize, mimeType, notes } = document;
  const { data: definitions } = useQuery(allProperties(organizationId));
  const isHidden = (key: string): boolean => definitions?.some((each) => each.hidden && each.key === key) === true;
  const properties = (document.customProperties ?? []).filter(({ key, value }) => value !== null && !isHidden(key));
  const snippets = (document.highlights ?? []).filter(({ field }) => field === 'content');
  const fact = 'grid grid-cols-[96px_minmax(0,1fr)] gap-2';
  return (
    <aside
      aria-label={t`Preview of ${name}`}
      className="fixed inset-x-0 bottom-0 z-30 flex max-h-[80dvh] flex-col gap-3 overflow-y-auto border-line bg-panel p-4 shadow-float md:static md:max-h-none md:w-80 md:shrink-0 md:border-s md:shadow-none lg:w-96"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 font-semibold break-words" dir="auto">
          {name}
        </h2>
        <IconButton icon={X} label={t`Close preview`} keys="]" onClick={onClose} />
      </div>
      <Thumbnail document={document} width={800} className="aspect-3/4 max-h-96 w-full" />
      <ReadingStatus extraction={document.extraction} />
      {snippets.map(({ parts, page, attachment }, at) => (
        <p key={at} className="text-xs text-muted" dir="auto">
          <MarkedText parts={parts} />
          {attachment === null ? null : <span className="block font-medium break-words">{attachment.name}</span>}
          {page === null || attachment !== null ? null : (
            <>
              {' '}
              <Trans>p. {page}</Trans>
            </>
          )}
        </p>
      ))}
      <dl className="flex flex-col gap-1 text-sm [&_dt]:text-muted">
        <div className={fact}>
          <dt>{t`Tags`}</dt>
          <dd className="min-w-0">
            <RowTags document={document} />
          </dd>
        </div>
        <div className={fact}>
          <dt>{t`Date`}</dt>
          <dd>{documentDate === null ? '–' : formatDate(documentDate.slice(0, 10))}</dd>
        </div>
        <div className={fact}>
          <dt>{t`Added`}</dt>
          <dd>{formatTime(createdAt)}</dd>
        </div>
        <div className={fact}>
          <dt>{t`File`}</dt>
          <dd className="break-words">
            {formatSize(originalSize)}, <span title={mimeType}>{typeLabel(document)}</span>
          </dd>
        </div>
        {properties.map((property) => (
          <div key={property.key} className={fact}>
            <dt className="truncate" dir="auto">
              {property.name}
            </dt>
            <dd className="min-w-0">
              <PropertyValue property={property} />
            </dd>
          </div>
        ))}
        {notes === null || notes === '' ? null : (
          <div className={fact}>
            <dt>{t`Notes`}</dt>
            <dd className="break-words whitespace-pre-wrap" dir="auto">
              {notes}
            </dd>
          </div>
        )}
      </dl>
      <Link
        to="/organizations/$organizationId/documents/$documentId"
        params={{ organizationId, documentId: id }}
        search={{ ...list.inAddress, at: index }}
        preload={false}
        className={buttonClasses({ kind: 'primary' })}
      >
        <Trans>Open</Trans>
      </Link>
    </aside>
  );
}
