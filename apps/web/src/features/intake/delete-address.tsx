import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useShowProblem } from '../../components/use-show-problem';
import type { IntakeEmailView } from '../../lib/api';
import { notify } from '../../lib/notifications';
import { useDeleteAddress } from './intake-addresses.queries';

/** Asks, because the same address cannot be had again. */
export function DeleteAddress({
  organizationId,
  address: { id, emailAddress },
  isOpen,
  onClose,
}: {
  organizationId: string;
  address: IntakeEmailView;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const remove = useDeleteAddress(organizationId);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`Delete ${emailAddress}?`}
      action={t`Delete address`}
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(id, {
          onSettled: onClose,
          onError: showProblem,
          onSuccess: () => void notify(t`Address deleted.`),
        })
      }
    >
      <Trans>
        E-mails to it are dropped from now on, and you may not get the same address again. Existing documents stay. To
        pause it, turn it off instead.
      </Trans>
    </ConfirmDialog>
  );
}
