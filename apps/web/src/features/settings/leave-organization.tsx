import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useLeave } from '../members';
import { myMembership, useRole } from '../session';

export function LeaveOrganization({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { role, isOwner } = useRole(organizationId);
  const { data: me } = useQuery(myMembership(organizationId));
  const leave = useLeave(organizationId);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title={t`Leave`}>
      {role !== undefined && isOwner ? (
        <p className="text-muted">
          <Trans>
            An organization always has an owner. To leave, first{' '}
            <Link
              to="/organizations/$organizationId/members"
              params={{ organizationId }}
              className="text-accent underline"
            >
              make another member the owner
            </Link>
            .
          </Trans>
        </p>
      ) : (
        <>
          <p className="text-muted">
            <Trans>You and your API keys lose access at once. What you added stays.</Trans>
          </p>
          <Button kind="danger" className="self-start" disabled={!me} onClick={() => setIsAsking(true)}>
            <Trans>Leave organization</Trans>
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`Leave this organization?`}
        action={t`Leave`}
        isBusy={leave.isPending}
        onConfirm={() => {
          if (me) leave.run(me.id, { onLeft: () => void navigate({ to: '/organizations' }) });
        }}
      >
        <Trans>An admin can invite you again later.</Trans>
      </ConfirmDialog>
    </Card>
  );
}
