import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Fact, Facts } from '../../components/facts';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import { formatNumber, formatSize } from '../../lib/format';
import { notify } from '../../lib/notifications';
import { ROLE_NAMES, type MemberRole } from '../members';
import type { AdminOrganization } from './admin-types';
import { DeletedBadge } from './organization-row';
import {
  adminOrganization,
  organizationMembers,
  organizationStats,
  useRestoreOrganization,
} from './organizations.queries';

export function OrganizationPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/admin/organizations/$organizationId' });
  const { data: organization, error, refetch } = useQuery(adminOrganization(organizationId));
  return (
    <Page
      title={organization?.name ?? t`Organization`}
      actions={organization ? <DeletedBadge organization={organization} /> : undefined}
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {organization ? (
        <>
          {organization.deletedAt === null ? null : <Restore organization={organization} />}
          <OrganizationFacts organization={organization} />
          <Members organizationId={organizationId} />
        </>
      ) : error ? null : (
        <Skeleton className="h-96" />
      )}
    </Page>
  );
}

function Restore({ organization: { id, name, scheduledPurgeAt } }: { organization: AdminOrganization }) {
  const { t } = useLingui();
  const restore = useRestoreOrganization();
  const showProblem = useShowProblem();
  return (
    <Card title={t`Deleted`}>
      <p>
        {scheduledPurgeAt === null ? (
          <Trans>Its members lose access. It can be restored.</Trans>
        ) : (
          <Trans>
            Its members cannot open it. On <Time value={scheduledPurgeAt} />, it is permanently deleted with all its
            documents.
          </Trans>
        )}
      </p>
      <Button
        kind="primary"
        className="self-start"
        isBusy={restore.isPending}
        onClick={() => restore.mutate(id, { onError: showProblem, onSuccess: () => void notify(t`${name} restored.`) })}
      >
        <Trans>Restore organization</Trans>
      </Button>
    </Card>
  );
}

function OrganizationFacts({ organization: { id, createdAt } }: { organization: AdminOrganization }) {
  const { t } = useLingui();
  const { data: stats } = useQuery(organizationStats(id));
  return (
    <Card title={t`Content`}>
      <Facts>
        <Fact name={t`Id`}>
          <code>{id}</code>
        </Fact>
        <Fact name={t`Created`}>
          <Time value={createdAt} form="time" />
        </Fact>
        {stats ? (
          <>
            <Fact name={t`Documents`}>
              {formatNumber(stats.documentsCount)} ({formatSize(stats.documentsSize)})
            </Fact>
            <Fact name={t`In the trash`}>
              {formatNumber(stats.deletedDocumentsCount)} ({formatSize(stats.deletedDocumentsSize)})
            </Fact>
          </>
        ) : null}
      </Facts>
      <p>
        <Link to="/admin/audit" search={{ organization: id }} className="text-accent underline">
          <Trans>Its audit log</Trans>
        </Link>
      </p>
    </Card>
  );
}

function Members({ organizationId }: { organizationId: string }) {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery(organizationMembers(organizationId));
  return (
    <Card title={t`Members`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <ul aria-label={t`Members`} className="flex flex-col divide-y divide-line">
          {data.map(({ id, role, user }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <Link
                to="/admin/users/$userId"
                params={{ userId: user.id }}
                className="min-w-0 truncate text-accent underline"
              >
                <bdi>{user.name || user.email}</bdi>
              </Link>
              <span className="text-muted">{i18n._(ROLE_NAMES[role as MemberRole])}</span>
            </li>
          ))}
        </ul>
      ) : error ? null : (
        <Skeleton className="h-24" />
      )}
    </Card>
  );
}
