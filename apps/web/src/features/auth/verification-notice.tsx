import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { notify } from '../../lib/notifications';
import { useSendVerification } from './auth.queries';

/** Says that a mail with a link is on its way, and sends another one. */
export function VerificationNotice({ email }: { email: string }) {
  const { t } = useLingui();
  const send = useSendVerification();
  return (
    <div role="status" className="flex flex-col items-start gap-2 rounded-control bg-info-bg p-3 text-sm text-info">
      <p className="font-medium">
        <Trans>Verify your e-mail address first.</Trans>
      </p>
      <p className="wrap-anywhere">{t`We sent a link to ${email}. Open it to sign in.`}</p>
      {send.error ? <ErrorPanel error={send.error} /> : null}
      <Button
        size="small"
        isBusy={send.isPending}
        onClick={() => send.mutate(email, { onSuccess: () => notify(t`We sent another e-mail.`) })}
      >
        <Trans>Send another e-mail</Trans>
      </Button>
    </div>
  );
}
