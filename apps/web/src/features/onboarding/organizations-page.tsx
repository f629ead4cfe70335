import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { AccountFrame } from '../account';
import { organizations } from '../session';

export function OrganizationsPage(): ReactNode {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(organizations());
  const create = (
    <Link to="/organizations/create" className={buttonClasses({ kind: 'primary' })}>
      <Plus aria-hidden size={16} />
      <Trans>New organization</Trans>
    </Link>
  );
  return (
    <AccountFrame>
      <Page title={t`Organizations`} actions={data?.length === 0 ? undefined : create}>
        {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && !error ? <Skeleton className="h-24" /> : null}
        {data?.length === 0 ? (
          <EmptyState icon={Building2} title={t`No organizations`} action={create}>
            <Trans>Documents belong to an organization. Create one, or accept an invitation.</Trans>
          </EmptyState>
        ) : null}
        {data && data.length > 0 ? (
          <ul className="flex flex-col divide-y divide-line rounded-menu border border-line bg-panel">
            {data.map(({ id, name, createdAt }) => (
              <li key={id}>
                <Link
                  to="/organizations/$organizationId/documents"
                  params={{ organizationId: id }}
                  className="flex min-h-11 flex-wrap items-center justify-between gap-2 p-3 outline-offset-[-2px] hover:bg-hover"
                >
                  <span className="min-w-0 truncate font-medium" dir="auto">
                    {name}
                  </span>
                  <span className="text-xs text-muted">
                    <Trans>
                      since <Time value={createdAt} />
                    </Trans>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        <p>
          <Link to="/organizations/deleted" className="text-sm text-accent underline">
            <Trans>Deleted organizations</Trans>
          </Link>
        </p>
      </Page>
    </AccountFrame>
  );
}
