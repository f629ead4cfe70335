import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { AccountFrame } from '../account';
import { organizations } from '../session';

export function OrganizationsPage(): ReactNode {
  const { t } = useLingui();
  const list = useQuery(organizations());
  const create = (
    <Link to="/organizations/create" className={buttonClasses({ kind: 'primary' })}>
      <Plus aria-hidden size={16} />
      <Trans>New organization</Trans>
    </Link>
  );
  return (
    <AccountFrame>
      <Page title={t`Organizations`} actions={list.data?.length === 0 ? undefined : create}>
        <QueryList
          query={list}
          placeholder={<Skeleton className="h-24" />}
          empty={
            <EmptyState icon={Building2} title={t`No organizations`} action={create}>
              <Trans>Documents belong to an organization. Create one, or accept an invitation.</Trans>
            </EmptyState>
          }
          className="rounded-menu border border-line bg-panel"
        >
          {({ id, name, createdAt }) => (
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
          )}
        </QueryList>
        <p>
          <Link to="/organizations/deleted" className="text-sm text-accent underline">
            <Trans>Deleted organizations</Trans>
          </Link>
        </p>
      </Page>
    </AccountFrame>
  );
}
