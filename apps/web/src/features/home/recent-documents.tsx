import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Files } from 'lucide-react';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { formatAgo } from '../../lib/format';
import { Thumbnail } from '../documents';
import { recentDocuments } from './home.queries';

/** What came in last, as pages. */
export function RecentDocuments({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { data: documents, error, refetch } = useQuery(recentDocuments(organizationId));
  const all = (
    <Link to="/organizations/$organizationId/documents" params={{ organizationId }} className={buttonClasses()}>
      <Trans>All documents</Trans>
    </Link>
  );
  if (documents?.length === 0)
    return (
      <EmptyState icon={Files} title={t`No documents yet`} action={all}>
        <Trans>Every file you add is read, so you can find it by any word in it.</Trans>
      </EmptyState>
    );
  return (
    <section aria-labelledby="recent-documents" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h2 id="recent-documents" className="text-lg font-semibold">
          <Trans>Recently added</Trans>
        </h2>
        {all}
      </div>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      <ul className="grid list-none grid-cols-2 gap-3 sm:grid-cols-4">
        {documents === undefined && !error
          ? Array.from({ length: 4 }, (_, index) => (
              <li key={index}>
                <Skeleton className="h-56 w-full" />
              </li>
            ))
          : null}
        {documents?.map((document) => (
          <li key={document.id} className="min-w-0">
            <Link
              to="/organizations/$organizationId/documents/$documentId"
              params={{ organizationId, documentId: document.id }}
              className="flex flex-col gap-2 rounded-menu border border-line p-2 hover:bg-hover"
            >
              <Thumbnail document={document} isWhole className="h-44 w-full p-2" />
              <span className="flex flex-col">
                <span className="truncate font-medium" dir="auto" title={document.name}>
                  {document.name}
                </span>
                <span className="text-xs text-muted">{formatAgo(document.createdAt)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
