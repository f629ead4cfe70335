import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import type { WebhookView } from '../../lib/api';
import { notify } from '../../lib/notifications';
import { WebhookSecretField } from './webhook-secret-field';
import { useSecretRotation, useUpdateWebhook, type WebhookAddress } from './webhooks.queries';

/** Sets a secret, or replaces it in two steps between which receivers may accept either. */
export function WebhookSecret({ address, webhook }: { address: WebhookAddress; webhook: WebhookView }) {
  const { t } = useLingui();
  return (
    <Card title={t`Secret`}>
      {webhook.secretRotationStartedAt === null ? (
        <NewSecret address={address} hasSecret={webhook.hasSecret} />
      ) : (
        <Rotation address={address} startedAt={webhook.secretRotationStartedAt} />
      )}
    </Card>
  );
}

function NewSecret({ address, hasSecret }: { address: WebhookAddress; hasSecret: boolean }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const update = useUpdateWebhook(address);
  const { start } = useSecretRotation(address);
  const [secret, setSecret] = useState('');
  const after = (text: string) => ({
    onError: showProblem,
    onSuccess: () => {
      setSecret('');
      notify(text);
    },
  });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (hasSecret) start.mutate(secret, after(t`Rotation started. Requests carry both signatures.`));
        else update.mutate({ secret }, after(t`Requests are signed from now on.`));
      }}
    >
      <p className="text-muted">
        {hasSecret ? (
          <Trans>
            Requests are signed. To replace the secret without losing a delivery, start a rotation: until you finish,
            each request carries both signatures.
          </Trans>
        ) : (
          <Trans>Requests are not signed, so the receiver cannot verify where they come from.</Trans>
        )}
      </p>
      <WebhookSecretField
        {...(hasSecret && { label: t`New secret` })}
        value={secret}
        onChange={({ target }) => setSecret(target.value)}
        onGenerate={setSecret}
      />
      <Button
        type="submit"
        className="self-start"
        disabled={secret === ''}
        isBusy={start.isPending || update.isPending}
      >
        {hasSecret ? <Trans>Start rotation</Trans> : <Trans>Save secret</Trans>}
      </Button>
    </form>
  );
}

function Rotation({ address, startedAt }: { address: WebhookAddress; startedAt: string }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const { finish, drop } = useSecretRotation(address);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <p>
        <Trans>
          A new secret was added <Time value={startedAt} form="ago" />. Requests carry the old signature in{' '}
          <code>webhook-signature</code> and the new one in <code>webhook-signature-next</code>.
        </Trans>
      </p>
      <ol className="list-decimal ps-5 text-muted">
        <li>
          <Trans>Give the receiver the new secret and let it check the new signature.</Trans>
        </li>
        <li>
          <Trans>Finish: the old secret stops working, and the new signature moves to webhook-signature.</Trans>
        </li>
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onClick={() => setIsAsking(true)}>
          <Trans>Finish rotation</Trans>
        </Button>
        <Button
          isBusy={drop.isPending}
          onClick={() =>
            drop.mutate(undefined, {
              onError: showProblem,
              onSuccess: () => void notify(t`New secret discarded. The old one stays.`),
            })
          }
        >
          <Trans>Discard new secret</Trans>
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`Stop using the old secret?`}
        action={t`Finish rotation`}
        isBusy={finish.isPending}
        onConfirm={() =>
          finish.mutate(undefined, {
            onError: showProblem,
            onSuccess: () => void notify(t`Requests are signed with the new secret only.`),
            onSettled: () => setIsAsking(false),
          })
        }
      >
        <Trans>A receiver that only knows the old secret will reject requests.</Trans>
      </ConfirmDialog>
    </>
  );
}
