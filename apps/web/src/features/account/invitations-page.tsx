import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { notify } from '../../lib/notifications';
import { receivedInvitations, useAnswerInvitation } from './account.queries';

type Invitation = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof receivedInvitations>['queryFn']>>>
>[number];

export function InvitationsPage(): ReactNode {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(receivedInvitations());
  return (
    <Page title={t`Invitations`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="h-24" /> : null}
      {data?.length === 0 ? (
        <EmptyState icon={Mail} title={t`No invitations`}>
          <Trans>Invitations must go to the e-mail address you sign in with.</Trans>
        </EmptyState>
      ) : null}
      {data?.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
    </Page>
  );
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const answer = useAnswerInvitation();
  const roles = { admin: t`Admin`, member: t`Member`, viewer: t`Viewer` };
  const { name, id: organizationId } = invitation.organization;
  // Not the callbacks of `mutate`: they are dropped with the card, which an answered invitation loses.
  const give = async (isAccepted: boolean): Promise<void> => {
    await answer.mutateAsync({ invitationId: invitation.id, isAccepted });
    if (isAccepted) await navigate({ to: '/organizations/$organizationId/documents', params: { organizationId } });
    else notify(t`Invitation declined.`);
  };
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <h2 className="truncate text-lg font-semibold" dir="auto">
            {name}
          </h2>
          <p className="text-sm text-muted">
            {roles[invitation.role]} ·{' '}
            <Trans>
              until <Time value={invitation.expiresAt} />
            </Trans>
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            disabled={answer.isPending}
            aria-label={t`Decline invitation to ${name}`}
            onClick={() => void give(false).catch(() => undefined)}
          >
            <Trans>Decline</Trans>
          </Button>
          <Button
            kind="primary"
            isBusy={answer.isPending}
            aria-label={t`Accept invitation to ${name}`}
            onClick={() => void give(true).catch(() => undefined)}
          >
            <Trans>Accept</Trans>
          </Button>
        </div>
      </div>
      {answer.error ? <ErrorPanel error={answer.error} /> : null}
    </Card>
  );
}
