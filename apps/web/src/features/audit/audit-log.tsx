import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { EmptyState } from '../../components/empty-state';
import { NextPageButton, QueryList } from '../../components/query-list';
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
      <QueryList
        label={t`Entries`}
        query={{ ...log, data: entries }}
        placeholder={<Skeleton className="h-96" />}
        empty={
          log.hasNextPage ? null : (
            <EmptyState icon={ScrollText} title={isFiltered ? t`No such entry` : t`Nothing recorded yet`}>
              {isFiltered ? null : (
                <Trans>Sign-ins, changes to permissions and settings, and what happens to documents appear here.</Trans>
              )}
            </EmptyState>
          )
        }
      >
        {(entry) => <AuditRow key={entry.id} entry={entry} filter={filter} onFilter={onFilter} />}
      </QueryList>
      <NextPageButton query={log}>
        <Trans>Show older</Trans>
      </NextPageButton>
    </>
  );
}
