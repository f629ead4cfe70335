import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { AccountFrame } from '../account';
import { deletedOrganizations, useRestoreOrganization } from './onboarding.queries';

export function DeletedOrganizationsPage(): ReactNode {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(deletedOrganizations());
  return (
    <AccountFrame>
      <Page
        title={t`Deleted organizations`}
        description={t`Organizations you deleted, until they are permanently removed with all their documents.`}
      >
        {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && !error ? <Skeleton className="h-24" /> : null}
        {data?.length === 0 ? <EmptyState icon={Trash2} title={t`No deleted organizations`} /> : null}
        {data && data.length > 0 ? (
          <ul className="flex flex-col divide-y divide-line rounded-menu border border-line bg-panel">
            {data.map((organization) => (
              <DeletedRow key={organization.id} {...organization} />
            ))}
          </ul>
        ) : null}
      </Page>
    </AccountFrame>
  );
}

function DeletedRow({ id, name, scheduledPurgeAt }: { id: string; name: string; scheduledPurgeAt: string | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const restore = useRestoreOrganization();
  // Not the callbacks of `mutate`: they are dropped with this row.
  const bringBack = async (): Promise<void> => {
    await restore.mutateAsync(id);
    await navigate({ to: '/organizations/$organizationId/documents', params: { organizationId: id } });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 p-3">
      <div className="min-w-0">
        <h2 className="truncate font-medium" dir="auto">
          {name}
        </h2>
        {scheduledPurgeAt === null ? null : (
          <p className="text-xs text-muted">
            <Trans>
              permanently removed on <Time value={scheduledPurgeAt} />
            </Trans>
          </p>
        )}
        {restore.error ? <ErrorPanel error={restore.error} /> : null}
      </div>
      <Button
        isBusy={restore.isPending}
        aria-label={t`Restore ${name}`}
        onClick={() => void bringBack().catch(() => undefined)}
      >
        <Trans>Restore</Trans>
      </Button>
    </li>
  );
}
