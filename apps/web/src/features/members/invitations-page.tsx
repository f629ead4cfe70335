import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Mail, ShieldAlert } from 'lucide-react';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import { useRole } from '../session';
import { InvitationRow } from './invitation-row';
import { InviteLink } from './invite-link';
import { MembersNavigation } from './members-navigation';
import { sentInvitations } from './members.queries';

export function OrganizationInvitationsPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { role, canAdminister } = useRole(organizationId);
  return (
    <Page title={t`Invitations`} actions={canAdminister ? <InviteLink organizationId={organizationId} /> : undefined}>
      <MembersNavigation organizationId={organizationId} />
      {canAdminister ? <Invitations organizationId={organizationId} /> : null}
      {role !== undefined && !canAdminister ? (
        <EmptyState icon={ShieldAlert} title={t`Only the owner and admins can see invitations`}>
          <Trans>They show e-mail addresses of people who are not members yet.</Trans>
        </EmptyState>
      ) : null}
    </Page>
  );
}

function Invitations({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const sent = useQuery(sentInvitations(organizationId));
  return (
    <QueryList
      label={t`Invitations`}
      query={sent}
      placeholder={<Skeleton className="h-43" />}
      empty={
        <EmptyState icon={Mail} title={t`No invitations`}>
          <Trans>Invite people by e-mail address. You can follow each invitation here.</Trans>
        </EmptyState>
      }
    >
      {(invitation) => <InvitationRow key={invitation.id} organizationId={organizationId} invitation={invitation} />}
    </QueryList>
  );
}
