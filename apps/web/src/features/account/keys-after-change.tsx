import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorPanel } from '../../components/error-panel';
import { notify } from '../../lib/notifications';
import { apiKeys, useDeleteApiKeys } from './api-keys.queries';

/** Keys outlive the password: who changed it because others may know it wants them gone, too. */
export function KeysAfterChange() {
  const { t } = useLingui();
  const { data: keys = [] } = useQuery(apiKeys());
  const revoke = useDeleteApiKeys();
  const [isAsking, setAsking] = useState(false);
  if (keys.length === 0) return null;
  return (
    <div role="status" className="flex flex-col items-start gap-2 text-sm">
      {revoke.error ? <ErrorPanel error={revoke.error} /> : null}
      <p>
        <Plural
          value={keys.length}
          one="# API key works as before: a new password does not end it."
          other="# API keys work as before: a new password does not end them."
        />
      </p>
      <Button onClick={() => setAsking(true)}>
        <Trans>Revoke all API keys</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t`Revoke all API keys?`}
        action={t`Revoke all API keys`}
        isBusy={revoke.isPending}
        onConfirm={() =>
          revoke.mutate(
            keys.map(({ id }) => id),
            { onSuccess: () => notify(t`API keys revoked.`), onSettled: () => setAsking(false) },
          )
        }
      >
        <Trans>Programs that use them lose access at once.</Trans>
      </ConfirmDialog>
    </div>
  );
}
