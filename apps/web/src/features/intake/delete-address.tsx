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
      action={t`Delete the address`}
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(id, {
          onSettled: onClose,
          onError: showProblem,
          onSuccess: () => void notify(t`The address was deleted.`),
        })
      }
    >
      <Trans>
        Mails to it are dropped from now on, and the same address may not be available again. Documents that came by it
        stay. To stop it for a while, switch it off instead.
      </Trans>
    </ConfirmDialog>
  );
}
