import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { organizations } from '../session';
import { DeleteOrganization } from './delete-organization';
import { InboxSetting } from './inbox-setting';
import { LeaveOrganization } from './leave-organization';
import { RenameOrganization } from './rename-organization';
import { TriedPasswords } from './tried-passwords';

export function GeneralPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { data, error, refetch } = useQuery(organizations());
  const organization = data?.find(({ id }) => id === organizationId);
  return (
    <Page title={t`Settings`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {organization ? (
        <>
          <RenameOrganization organizationId={organizationId} name={organization.name} />
          <InboxSetting organizationId={organizationId} />
          <TriedPasswords organizationId={organizationId} />
          <LeaveOrganization organizationId={organizationId} />
          <DeleteOrganization organizationId={organizationId} name={organization.name} />
        </>
      ) : error ? null : (
        <Skeleton className="h-40" />
      )}
    </Page>
  );
}
