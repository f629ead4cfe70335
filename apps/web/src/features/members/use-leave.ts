import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { forgetUndo } from '../../lib/undo';
import { organizations } from '../session';
import { useRemoveMember } from './members.queries';

/** Leaves an organization; its data is forgotten once the page of it is left. */
export function useLeave(organizationId: string) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const remove = useRemoveMember(organizationId);
  const showProblem = useShowProblem();
  return {
    isPending: remove.isPending,
    run: (memberId: string, { onLeft, onSettled }: { onLeft: () => void; onSettled?: () => void }): void =>
      remove.mutate(memberId, {
        onSuccess: () => {
          forgetUndo();
          queryClient.setQueryData(organizations().queryKey, (all) => all?.filter(({ id }) => id !== organizationId));
          void queryClient.invalidateQueries(organizations());
          notify(t`You left the organization.`);
          onLeft();
        },
        onError: showProblem,
        ...(onSettled && { onSettled }),
      }),
  };
}
