import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { DeleteCard } from '../../components/delete-card';
import { notify } from '../../lib/notifications';
import { currentUser } from '../session';
import type { AdminUser } from './admin-types';
import { useDeleteUser } from './users.queries';

export function DeleteUser({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: me } = useQuery(currentUser());
  const remove = useDeleteUser(user.id);
  if (user.id === me?.id) return null;
  const name = user.name || user.email;
  return (
    <DeleteCard
      title={t`Delete account`}
      hint={
        <Trans>
          Sessions, API keys and memberships are permanently removed. Documents stay with their organizations. Users who
          own an organization must hand it over or delete it first. To keep the option to undo, disable the account
          instead.
        </Trans>
      }
      action={t`Delete account`}
      question={t`Delete ${name}?`}
      isBusy={remove.isPending}
      typed={{ label: t`Enter ${user.email} to delete it.`, word: user.email }}
      onDelete={async () => {
        await remove.mutateAsync();
        notify(t`${name} deleted.`);
        await navigate({ to: '/admin/users' });
      }}
    >
      <Trans>This cannot be undone.</Trans>
    </DeleteCard>
  );
}
