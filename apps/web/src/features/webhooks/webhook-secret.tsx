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
        if (hasSecret) start.mutate(secret, after(t`The rotation has begun: requests carry both signatures.`));
        else update.mutate({ secret }, after(t`Requests are signed from now on.`));
      }}
    >
      <p className="text-muted">
        {hasSecret ? (
          <Trans>
            Requests are signed. To replace the secret without losing a delivery, begin with a new one: until you
            finish, each request carries the signatures of both.
          </Trans>
        ) : (
          <Trans>Requests are not signed: the receiver cannot know that they come from here.</Trans>
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
        {hasSecret ? <Trans>Begin the rotation</Trans> : <Trans>Save the secret</Trans>}
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
          <Trans>Give the new secret to the receiver and let it check the new signature.</Trans>
        </li>
        <li>
          <Trans>Finish: the old secret ends, and the new signature moves to webhook-signature.</Trans>
        </li>
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" onClick={() => setIsAsking(true)}>
          <Trans>Finish the rotation</Trans>
        </Button>
        <Button
          isBusy={drop.isPending}
          onClick={() =>
            drop.mutate(undefined, {
              onError: showProblem,
              onSuccess: () => void notify(t`The new secret was dropped; the old one stays.`),
            })
          }
        >
          <Trans>Drop the new secret</Trans>
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`End the old secret?`}
        action={t`Finish the rotation`}
        isBusy={finish.isPending}
        onConfirm={() =>
          finish.mutate(undefined, {
            onError: showProblem,
            onSuccess: () => void notify(t`Requests are signed with the new secret only.`),
            onSettled: () => setIsAsking(false),
          })
        }
      >
        <Trans>A receiver that knows only the old secret refuses requests from then on.</Trans>
      </ConfirmDialog>
    </>
  );
}
