import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { CenteredPage } from '../../components/centered-page';
import { ErrorPanel } from '../../components/error-panel';
import { formValues } from '../../lib/form-values';
import { useAccountProblem } from './account-problem';
import { useResetPassword } from './auth.queries';
import { NewPasswordField } from './password-field';

export function ResetPasswordPage(): ReactNode {
  const { t } = useLingui();
  const { token } = useSearch({ from: '/reset-password' });
  const reset = useResetPassword();
  const problem = useAccountProblem(reset.error);
  return (
    <CenteredPage title={t`Choose a new password`}>
      {token === undefined ? (
        <p className="text-sm">
          <Trans>The link is incomplete. Copy it again from the mail, or ask for a new one.</Trans>
        </p>
      ) : reset.isSuccess ? (
        <p role="status" className="text-sm">
          <Trans>The password was changed, and all sessions have ended.</Trans>
        </p>
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => reset.mutate({ newPassword: formValues(event)['password'] ?? '', token })}
        >
          {problem.error === undefined ? null : <ErrorPanel error={problem.error} />}
          <NewPasswordField label={t`New password`} error={problem.fields.password} />
          <Button type="submit" kind="primary" isBusy={reset.isPending}>
            <Trans>Save the password</Trans>
          </Button>
        </form>
      )}
      <Link to={token === undefined ? '/request-password-reset' : '/login'} className={buttonClasses()}>
        {token === undefined ? <Trans>Ask for a new link</Trans> : <Trans>To the sign-in</Trans>}
      </Link>
    </CenteredPage>
  );
}
