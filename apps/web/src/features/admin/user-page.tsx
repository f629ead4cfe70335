import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Fact, Facts } from '../../components/facts';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import type { AdminUser } from './admin-types';
import { DeleteUser } from './delete-user';
import { OrganizationLimit } from './organization-limit';
import { UserActions } from './user-actions';
import { UserBadges } from './user-badges';
import { user as userQuery } from './users.queries';

export function UserPage() {
  const { t } = useLingui();
  const { userId } = useParams({ from: '/signed-in/admin/users/$userId' });
  const { data, error, refetch } = useQuery(userQuery(userId));
  const user = data?.user;
  return (
    <Page title={user ? user.name || user.email : t`User`} actions={user ? <UserBadges user={user} /> : undefined}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data && user ? (
        <>
          <UserFacts user={user} />
          <Card title={t`Organizations`}>
            {data.organizations.length === 0 ? (
              <p className="text-muted">
                <Trans>Not a member of any organization.</Trans>
              </p>
            ) : (
              <ul aria-label={t`Organizations`} className="flex flex-col">
                {data.organizations.map(({ id, name }) => (
                  <li key={id}>
                    <Link
                      to="/admin/organizations/$organizationId"
                      params={{ organizationId: id }}
                      className="inline-flex min-h-(--control-height) items-center text-accent underline"
                    >
                      <bdi>{name}</bdi>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <OrganizationLimit user={user} />
          <UserActions user={user} />
          <DeleteUser user={user} />
        </>
      ) : error ? null : (
        <Skeleton className="h-96" />
      )}
    </Page>
  );
}

function UserFacts({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const { id, email, createdAt, lastActiveAt, disabledAt, twoFactorEnabled } = user;
  return (
    <Card title={t`Account`}>
      <Facts>
        <Fact name={t`E-mail`}>
          <bdi>{email}</bdi>
        </Fact>
        <Fact name={t`Id`}>
          <code>{id}</code>
        </Fact>
        <Fact name={t`Registered`}>
          <Time value={createdAt} form="time" />
        </Fact>
        <Fact name={t`Last active`}>
          {lastActiveAt === null ? <Trans>Not yet</Trans> : <Time value={lastActiveAt} form="ago" />}
        </Fact>
        {disabledAt === null ? null : (
          <Fact name={t`Disabled`}>
            <Time value={disabledAt} form="time" />
          </Fact>
        )}
        <Fact name={t`Second factor`}>{twoFactorEnabled ? <Trans>On</Trans> : <Trans>Off</Trans>}</Fact>
      </Facts>
      <p>
        <Link to="/admin/audit" search={{ scope: 'all', actor: id }} className="text-accent underline">
          <Trans>This user’s actions in the audit log</Trans>
        </Link>
      </p>
    </Card>
  );
}
