import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { CenteredPage } from '../../components/centered-page';
import { ErrorPanel } from '../../components/error-panel';
import { hasCode } from '../../lib/errors';
import { formValues } from '../../lib/form-values';
import { useAccountProblem } from './account-problem';
import { useResetPassword } from './auth.queries';
import { NewPasswordField } from './password-field';

/** Where the link of a reset mail leads: with the token, or with `error` when it has expired or was used. */
export function ResetPasswordPage(): ReactNode {
  const { t } = useLingui();
  const { token, error } = useSearch({ from: '/reset-password' });
  const reset = useResetPassword();
  const isRefused = error !== undefined || hasCode(reset.error, 'INVALID_TOKEN');
  return (
    <CenteredPage title={t`Choose a new password`}>
      {reset.isSuccess ? (
        <>
          <p role="status" className="text-sm">
            <Trans>Password changed. All sessions have ended.</Trans>
          </p>
          <Link to="/login" className={buttonClasses({ kind: 'primary' })}>
            <Trans>Go to sign-in</Trans>
          </Link>
        </>
      ) : token === undefined || isRefused ? (
        <>
          <p role="alert" className="text-sm">
            {isRefused ? (
              <Trans>The link has expired or was used before. It works once, for one hour.</Trans>
            ) : (
              <Trans>The link is incomplete. Copy it again from the e-mail, or request a new one.</Trans>
            )}
          </p>
          <Link to="/request-password-reset" className={buttonClasses({ kind: 'primary' })}>
            <Trans>Request a new link</Trans>
          </Link>
        </>
      ) : (
        <PasswordForm token={token} reset={reset} />
      )}
    </CenteredPage>
  );
}

function PasswordForm({ token, reset }: { token: string; reset: ReturnType<typeof useResetPassword> }) {
  const { t } = useLingui();
  const problem = useAccountProblem(reset.error);
  return (
    <>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => reset.mutate({ newPassword: formValues(event)['password'] ?? '', token })}
      >
        {problem.error === undefined ? null : <ErrorPanel error={problem.error} />}
        <NewPasswordField label={t`New password`} error={problem.fields.password} />
        <Button type="submit" kind="primary" isBusy={reset.isPending}>
          <Trans>Save password</Trans>
        </Button>
      </form>
      <Link to="/login" className={buttonClasses()}>
        <Trans>Go to sign-in</Trans>
      </Link>
    </>
  );
}
