import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { CenteredPage } from '../../components/centered-page';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { formValues } from '../../lib/form-values';
import { useSendVerification } from './auth.queries';

/** Where the link of a verification mail leads, with `error` when the link did not work. */
export function VerificationPage(): ReactNode {
  const { t } = useLingui();
  const { error } = useSearch({ from: '/email-verification' });
  if (error !== undefined)
    return (
      <CenteredPage title={t`Address not verified`}>
        <p className="text-sm">
          {error.toUpperCase() === 'TOKEN_EXPIRED' ? (
            <Trans>The link was valid for one hour and has expired.</Trans>
          ) : (
            <Trans>The link is not valid. Copy all of it from the e-mail, or request a new one.</Trans>
          )}
        </p>
        <AskForMail />
      </CenteredPage>
    );
  return (
    <CenteredPage title={t`Address verified`}>
      <p className="text-sm">
        <Trans>You can sign in with it now.</Trans>
      </p>
      <Link to="/" className={buttonClasses({ kind: 'primary' })}>
        <Trans>Continue</Trans>
      </Link>
    </CenteredPage>
  );
}

/** For links to the page that asks people to verify their address first. */
export function VerificationRequiredPage(): ReactNode {
  const { t } = useLingui();
  return (
    <CenteredPage title={t`Verify your e-mail address`}>
      <p className="text-sm">
        <Trans>Verify your e-mail address before you sign in. Follow the link in the e-mail we sent you.</Trans>
      </p>
      <AskForMail />
    </CenteredPage>
  );
}

function AskForMail() {
  const { t } = useLingui();
  const send = useSendVerification();
  return (
    <>
      {send.isSuccess ? (
        <p role="status" className="text-sm">
          <Trans>If this address has to be verified, we sent it a link.</Trans>
        </p>
      ) : (
        <form className="flex flex-col gap-4" onSubmit={(event) => send.mutate(formValues(event)['email'] ?? '')}>
          {send.error ? <ErrorPanel error={send.error} /> : null}
          <TextField name="email" type="email" label={t`E-mail address`} autoComplete="username" required />
          <Button type="submit" kind="primary" isBusy={send.isPending}>
            <Trans>Send another e-mail</Trans>
          </Button>
        </form>
      )}
      <Link to="/login" className={buttonClasses()}>
        <Trans>Go to sign-in</Trans>
      </Link>
    </>
  );
}
