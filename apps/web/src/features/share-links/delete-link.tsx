import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { useDeleteShareLink, type ShareLink } from './share-links.queries';

/** Asks first: a new link has another address, so this one cannot come back. */
export function DeleteLink({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const remove = useDeleteShareLink(link.organizationId);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t`Delete this link?`}
      action={t`Delete link`}
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(link.id, {
          onError: showProblem,
          onSuccess: () => void notify(t`Link deleted.`),
          onSettled: onClose,
        })
      }
    >
      <Trans>
        The link permanently stops working, and the list of who opened it is deleted. Turn it off if you only want to
        pause it.
      </Trans>
    </ConfirmDialog>
  );
}
