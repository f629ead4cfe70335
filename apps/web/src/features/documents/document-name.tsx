import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names';
import { typeLabel } from '../../lib/file-kinds';
import { formatAgo, formatSize } from '../../lib/format';
import type { DocumentView, HighlightView, OpenList } from './documents.queries';
import { MarkedText } from './marked-text';
import { ReadingStatus } from './reading-status';

/** The name, as a link that covers its row or card. */
export function DocumentName({
  document,
  list,
  index,
  isFocused,
  className,
}: {
  document: DocumentView;
  list: OpenList;
  index: number;
  /** Takes the focus when it becomes true. */
  isFocused: boolean;
  className?: string;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isFocused) link.current?.focus({ preventScroll: true });
  }, [isFocused]);
  const { id, organizationId, name, highlights } = document;
  const marked = highlights?.find(({ field }) => field === 'name');
  return (
    <Link
      ref={link}
      to="/organizations/$organizationId/documents/$documentId"
      params={{ organizationId, documentId: id }}
      search={{ ...list.inAddress, at: index }}
      preload={false}
      dir="auto"
      title={name}
      className={classNames(
        'min-w-0 truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
        className,
      )}
    >
      {marked ? <MarkedText parts={marked.parts} /> : name}
    </Link>
  );
}

/** The best part of the text, with its page; else what there is to say about the reading, or the file. */
export function DocumentSnippet({ document }: { document: DocumentView }) {
  const snippet = document.highlights?.find(({ field }) => field !== 'name');
  if (document.extraction.status === 'completed' && snippet) return <Snippet snippet={snippet} />;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <FileLine document={document} />
      <ReadingStatus extraction={document.extraction} />
    </span>
  );
}

/** `PDF · 1.2 MB · 3 hours ago` */
function FileLine({ document }: { document: DocumentView }) {
  return (
    <span className="shrink-0 text-xs text-muted">
      {typeLabel(document)} · {formatSize(document.originalSize)} · {formatAgo(document.createdAt)}
    </span>
  );
}

function Snippet({ snippet: { page, parts, field, attachment } }: { snippet: HighlightView }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2 text-xs text-muted">
      <span className="min-w-0 truncate" dir="auto">
        <MarkedText parts={parts} />
      </span>
      {attachment === null ? null : (
        <span
          className="max-w-48 shrink-0 truncate"
          dir="auto"
          title={[...attachment.path, attachment.name].join(' › ')}
        >
          {attachment.name}
        </span>
      )}
      {page === null || attachment !== null ? null : (
        <span className="shrink-0">
          <Trans>p. {page}</Trans>
        </span>
      )}
      {field === 'notes' ? (
        <span className="shrink-0">
          <Trans>in notes</Trans>
        </span>
      ) : null}
    </span>
  );
}
