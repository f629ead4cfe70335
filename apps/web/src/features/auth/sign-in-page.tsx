import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useRouter, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { CenteredPage } from '../../components/centered-page';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { formValues } from '../../lib/form-values';
import { serverConfig } from '../session';
import { useAccountProblem } from './account-problem';
import { pathAfterSignIn } from './auth';
import { useSignIn } from './auth.queries';
import { ProviderButtons } from './provider-buttons';

export function SignInPage(): ReactNode {
  const { t } = useLingui();
  const search = useSearch({ from: '/login' });
  const { data: config } = useQuery(serverConfig());
  const path = pathAfterSignIn(search.redirect);
  if (config?.setup.isNeeded) return <Navigate to="/register" search={search} replace />;
  return (
    <CenteredPage title={t`Sign in`}>
      {search.error === undefined ? null : (
        <p role="alert" className="rounded-control bg-danger-bg p-3 text-sm text-danger">
          {search.error_description ?? t`The sign-in failed: ${search.error}`}
        </p>
      )}
      {config?.auth.providers.email.isEnabled === false ? null : <PasswordForm path={path} />}
      <ProviderButtons path={path} />
      {config?.auth.isRegistrationEnabled ? (
        <p className="text-sm text-muted">
          <Trans>
            No account yet?{' '}
            <Link to="/register" search={search} className="text-accent underline">
              Create one
            </Link>
          </Trans>
        </p>
      ) : null}
    </CenteredPage>
  );
}

function PasswordForm({ path }: { path: string }) {
  const { t } = useLingui();
  const router = useRouter();
  const signIn = useSignIn();
  const problem = useAccountProblem(signIn.error);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const { email = '', password = '' } = formValues(event);
        signIn.mutate({ email, password }, { onSuccess: () => router.history.push(path) });
      }}
    >
      {problem.error === undefined ? null : <ErrorPanel error={problem.error} />}
      <TextField
        name="email"
        type="email"
        label={t`E-mail address`}
        error={problem.fields.email}
        autoComplete="username"
        autoFocus
        required
      />
      <TextField
        name="password"
        type="password"
        label={t`Password`}
        error={problem.fields.password}
        autoComplete="current-password"
        required
      />
      <Button type="submit" kind="primary" isBusy={signIn.isPending}>
        <Trans>Sign in</Trans>
      </Button>
      <Link to="/request-password-reset" className="text-sm text-accent underline">
        <Trans>Forgot the password?</Trans>
      </Link>
    </form>
  );
}
