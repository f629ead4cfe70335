import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { forgetUndo } from '../../lib/undo';
import { serverConfig, useRole } from '../session';
import { useDeleteOrganization } from './settings.queries';

export function DeleteOrganization({ organizationId, name }: { organizationId: string; name: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { role, isOwner } = useRole(organizationId);
  const { data: config } = useQuery(serverConfig());
  const remove = useDeleteOrganization(organizationId);
  const showProblem = useShowProblem();
  const [isAsking, setIsAsking] = useState(false);
  const days = config?.organizations.deletedOrganizationsPurgeDaysDelay ?? 30;
  const grace = (
    <Trans>
      All members lose access at once. You can restore it for <Plural value={days} one="# day" other="# days" />; after
      that, all of its documents are deleted permanently.
    </Trans>
  );
  return (
    <Card title={t`Delete`}>
      <p className="text-muted">{grace}</p>
      {isOwner ? (
        <Button kind="danger" className="self-start" onClick={() => setIsAsking(true)}>
          <Trans>Delete organization</Trans>
        </Button>
      ) : null}
      {role !== undefined && !isOwner ? (
        <p className="text-muted">
          <Trans>Only the owner can delete it.</Trans>
        </p>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`Delete this organization?`}
        action={t`Delete organization`}
        typed={{ label: t`Enter its name, ${name}, to confirm`, word: name }}
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onError: (error) => {
              setIsAsking(false);
              showProblem(error);
            },
            onSuccess: () => {
              forgetUndo();
              notify(t`Organization deleted. You can restore it under “Deleted organizations”.`);
              void navigate({ to: '/organizations' });
            },
          })
        }
      >
        {grace}
      </ConfirmDialog>
    </Card>
  );
}
