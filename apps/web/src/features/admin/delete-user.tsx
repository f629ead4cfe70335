import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { currentUser } from '../session';
import type { AdminUser } from './admin-types';
import { useDeleteUser } from './users.queries';

export function DeleteUser({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: me } = useQuery(currentUser());
  const [isAsked, setIsAsked] = useState(false);
  const remove = useDeleteUser(user.id);
  const showProblem = useShowProblem();
  if (user.id === me?.id) return null;
  const name = user.name || user.email;
  // Not the callbacks of `mutate`: they are dropped with this page.
  const confirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync();
      notify(t`${name} is deleted.`);
      await navigate({ to: '/admin/users' });
    } catch (error) {
      setIsAsked(false);
      showProblem(error);
    }
  };
  return (
    <Card title={t`Delete the account`}>
      <p className="text-muted">
        <Trans>
          Its sessions, API keys and memberships are permanently removed; documents stay with their organizations. A
          user who owns an organization passes it on or deletes it first. Disabling the account can be undone.
        </Trans>
      </p>
      <Button kind="danger" className="self-start" onClick={() => setIsAsked(true)}>
        <Trans>Delete the account</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t`Delete ${name}?`}
        action={t`Delete the account`}
        isBusy={remove.isPending}
        typed={{ label: t`Type ${user.email} to delete it.`, word: user.email }}
        onConfirm={() => void confirm()}
      >
        <Trans>This cannot be undone.</Trans>
      </ConfirmDialog>
    </Card>
  );
}
