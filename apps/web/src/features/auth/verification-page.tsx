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
      <CenteredPage title={t`The address is not verified`}>
        <p className="text-sm">
          {error.toUpperCase() === 'TOKEN_EXPIRED' ? (
            <Trans>The link was valid for one hour and has expired.</Trans>
          ) : (
            <Trans>The link is not valid. Copy all of it from the mail, or ask for another mail.</Trans>
          )}
        </p>
        <AskForMail />
      </CenteredPage>
    );
  return (
    <CenteredPage title={t`The address is verified`}>
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
        <Trans>This server lets only verified addresses sign in. Follow the link in the mail that you got.</Trans>
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
          <Trans>If this address has to be verified, a mail with a link is on its way.</Trans>
        </p>
      ) : (
        <form className="flex flex-col gap-4" onSubmit={(event) => send.mutate(formValues(event)['email'] ?? '')}>
          {send.error ? <ErrorPanel error={send.error} /> : null}
          <TextField name="email" type="email" label={t`E-mail address`} autoComplete="username" required />
          <Button type="submit" kind="primary" isBusy={send.isPending}>
            <Trans>Send another mail</Trans>
          </Button>
        </form>
      )}
      <Link to="/login" className={buttonClasses()}>
        <Trans>To the sign-in</Trans>
      </Link>
    </>
  );
}
