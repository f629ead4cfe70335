import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import { currentUser, useRole } from '../session';
import { InviteLink } from './invite-link';
import { MemberRow } from './member-row';
import { MembersNavigation } from './members-navigation';
import { members } from './members.queries';

export function MembersPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { role, canAdminister } = useRole(organizationId);
  const { data: user } = useQuery(currentUser());
  const list = useQuery(members(organizationId));
  return (
    <Page
      title={t`Members`}
      actions={canAdminister ? <InviteLink organizationId={organizationId} /> : undefined}
      description={
        role === undefined || canAdminister ? undefined : (
          <Trans>The owner and admins can invite people, change roles and remove members. You can leave.</Trans>
        )
      }
    >
      {canAdminister ? <MembersNavigation organizationId={organizationId} /> : null}
      <QueryList label={t`Members`} query={list} placeholder={<Skeleton className="h-43" />}>
        {(member) => (
          <MemberRow
            key={member.id}
            organizationId={organizationId}
            member={member}
            isMe={member.userId === user?.id}
          />
        )}
      </QueryList>
    </Page>
  );
}
