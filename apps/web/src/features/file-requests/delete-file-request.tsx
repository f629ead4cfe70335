import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { useDeleteFileRequest, type FileRequestAddress } from './file-requests.queries';

/** Asks, because the link cannot be brought back. */
export function DeleteFileRequest({ address, title }: { address: FileRequestAddress; title: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const showProblem = useShowProblem();
  const remove = useDeleteFileRequest(address);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title={t`Delete`}>
      <p className="text-muted">
        <Trans>To take no files for a while, switch it off instead.</Trans>
      </p>
      <Button kind="danger" className="self-start" onClick={() => setIsAsking(true)}>
        <Trans>Delete the file request</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`Delete “${title}”?`}
        action={t`Delete the file request`}
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onError: (error) => {
              setIsAsking(false);
              showProblem(error);
            },
            onSuccess: () => {
              notify(t`The file request was deleted.`);
              void navigate({
                to: '/organizations/$organizationId/file-requests',
                params: { organizationId: address.organizationId },
              });
            },
          })
        }
      >
        <Trans>Its link permanently stops working. The received documents stay.</Trans>
      </ConfirmDialog>
    </Card>
  );
}
