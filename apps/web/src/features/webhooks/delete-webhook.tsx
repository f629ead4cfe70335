import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { useDeleteWebhook, type WebhookAddress } from './webhooks.queries';

/** Asks, because the log of deliveries and the secret cannot be brought back. */
export function DeleteWebhook({ address, name }: { address: WebhookAddress; name: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const showProblem = useShowProblem();
  const remove = useDeleteWebhook(address);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title={t`Delete`}>
      <p className="text-muted">
        <Trans>To stop it for a while, switch it off instead.</Trans>
      </p>
      <Button kind="danger" className="self-start" onClick={() => setIsAsking(true)}>
        <Trans>Delete the webhook</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`Delete “${name}”?`}
        action={t`Delete the webhook`}
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onError: (error) => {
              setIsAsking(false);
              showProblem(error);
            },
            onSuccess: () => {
              notify(t`The webhook was deleted.`);
              void navigate({
                to: '/organizations/$organizationId/settings/webhooks',
                params: { organizationId: address.organizationId },
              });
            },
          })
        }
      >
        <Trans>Its deliveries, the log of them and its secret are deleted permanently.</Trans>
      </ConfirmDialog>
    </Card>
  );
}
