import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { CenteredPage } from '../../components/centered-page';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { hasCode } from '../../lib/errors';
import { formValues } from '../../lib/form-values';
import { lazyComponent } from '../../lib/lazy-component';
import { serverConfig } from '../session';
import { useAccountProblem } from './account-problem';
import { pathAfterSignIn } from './auth';
import { useEnter, useSignIn } from './auth.queries';
import { RefusedByProvider } from './lazy-refused-by-provider';
import { ProviderButtons } from './provider-buttons';

// Loaded when they are needed: most people see none of them here.
const steps = () => import('./sign-in-steps');
const PasskeyButton = lazyComponent(async () => (await steps()).PasskeyButton);
const SecondFactorForm = lazyComponent(async () => (await steps()).SecondFactorForm);
const VerificationNotice = lazyComponent(async () => (await steps()).VerificationNotice);

export function SignInPage(): ReactNode {
  const { t } = useLingui();
  const search = useSearch({ from: '/login' });
  const { data: config } = useQuery(serverConfig());
  const path = pathAfterSignIn(search.redirect);
  const enter = useEnter(path);
  const [needsCode, setNeedsCode] = useState(false);
  if (config?.setup.isNeeded) return <Navigate to="/register" search={search} replace />;
  if (needsCode)
    return (
      <CenteredPage title={t`Confirm it’s you`}>
        <Suspense>
          <SecondFactorForm onSignedIn={enter} onBack={() => setNeedsCode(false)} />
        </Suspense>
      </CenteredPage>
    );
  return (
    <CenteredPage title={t`Sign in`}>
      {search.error === undefined ? null : (
        <Suspense>
          <RefusedByProvider code={search.error} description={search.error_description} />
        </Suspense>
      )}
      {config?.auth.providers.email.isEnabled === false ? null : (
        <PasswordForm onSignedIn={enter} onCodeNeeded={() => setNeedsCode(true)} />
      )}
      {config?.auth.passkeys.isEnabled ? (
        <Suspense fallback={<div className={buttonClasses()} />}>
          <PasskeyButton onSignedIn={enter} />
        </Suspense>
      ) : null}
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

function PasswordForm({ onSignedIn, onCodeNeeded }: { onSignedIn: () => Promise<void>; onCodeNeeded: () => void }) {
  const { t } = useLingui();
  const signIn = useSignIn(onSignedIn);
  const isUnverified = hasCode(signIn.error, 'EMAIL_NOT_VERIFIED');
  const problem = useAccountProblem(isUnverified ? null : signIn.error);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const { email = '', password = '' } = formValues(event);
        signIn.mutate(
          { email, password },
          { onSuccess: (result) => (result === 'second-factor' ? onCodeNeeded() : undefined) },
        );
      }}
    >
      {isUnverified ? (
        <Suspense>
          <VerificationNotice email={signIn.variables?.email ?? ''} />
        </Suspense>
      ) : null}
      {problem.error === undefined ? null : <ErrorPanel error={problem.error} />}
      <TextField
        name="email"
        type="email"
        label={t`E-mail address`}
        error={problem.fields.email}
        autoComplete="username webauthn"
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
        <Trans>Forgot password?</Trans>
      </Link>
    </form>
  );
}
