import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { confirmAll, refreshInbox } from './inbox.queries';

/** For people who have looked through the list. */
export function ConfirmAll({ organizationId, count }: { organizationId: string; count: number }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const showProblem = useShowProblem();
  const done = useDone();
  const all = useMutation({
    mutationFn: () => confirmAll(organizationId),
    onError: showProblem,
    onSuccess: ({ undo }) =>
      done(t`All documents are confirmed`, async () => {
        await undo();
        await refreshInbox(queryClient, organizationId);
      }),
    onSettled: () => refreshInbox(queryClient, organizationId),
  });
  if (count < 2) return null;
  return (
    <div className="border-t border-line p-2">
      <Button className="w-full" isBusy={all.isPending} onClick={() => all.mutate()}>
        <Trans>Confirm all</Trans>
      </Button>
    </div>
  );
}
