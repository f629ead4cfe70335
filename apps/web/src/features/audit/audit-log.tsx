import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import type { AuditFilter, AuditScope } from './audit';
import { AuditFilters } from './audit-filters';
import { AuditRow } from './audit-row';
import { AuditVerification } from './audit-verification';
import { auditEntries } from './audit.queries';

export interface AuditLogProps {
  scope: AuditScope;
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

/** Who did what, when and from where; newest first. */
export function AuditLog({ scope, filter, onFilter }: AuditLogProps) {
  const { t } = useLingui();
  const log = useInfiniteQuery(auditEntries(scope, filter));
  const entries = log.data?.pages.flatMap((page) => page.entries);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      {scope.kind === 'all' ? null : <AuditVerification chain={scope} />}
      <AuditFilters
        scope={scope}
        filter={filter}
        onFilter={onFilter}
        actions={[...new Set(entries?.map(({ action }) => action))].sort()}
      />
      {log.error ? <ErrorPanel error={log.error} onRetry={() => void log.refetch()} /> : null}
      {entries?.length === 0 && !log.hasNextPage ? (
        <EmptyState icon={ScrollText} title={isFiltered ? t`No such entry` : t`Nothing is recorded yet`}>
          {isFiltered ? null : (
            <Trans>Sign-ins, changes of rights and settings, and what happens to documents appear here.</Trans>
          )}
        </EmptyState>
      ) : null}
      {entries && entries.length > 0 ? (
        <ul aria-label={t`Entries`} className="flex flex-col divide-y divide-line rounded-menu border border-line">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} filter={filter} onFilter={onFilter} />
          ))}
        </ul>
      ) : null}
      {log.data || log.error ? null : <Skeleton className="h-96" />}
      {log.hasNextPage ? (
        <Button className="self-start" isBusy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          <Trans>Show older</Trans>
        </Button>
      ) : null}
    </>
  );
}
