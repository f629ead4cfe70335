import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { CenteredPage } from '../../components/centered-page';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { TextField } from '../../components/text-field';
import { basePath } from '../../lib/base-path';
import { formValues } from '../../lib/form-values';
import { serverConfig } from '../session';
import { useAccountProblem } from './account-problem';
import { pathAfterSignIn } from './auth';
import { useRegister } from './auth.queries';
import { NewPasswordField } from './password-field';
import { ProviderButtons } from './provider-buttons';
import { VerificationNotice } from './verification-notice';

export function RegisterPage(): ReactNode {
  const { t } = useLingui();
  const search = useSearch({ from: '/register' });
  const { data: config, error, refetch } = useQuery(serverConfig());
  const path = pathAfterSignIn(search.redirect);
  const isFirst = config?.setup.isNeeded === true;
  return (
    <CenteredPage title={isFirst ? t`Create first account` : t`Create account`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {config === undefined && !error ? <Skeleton className="h-64" /> : null}
      {config ? <Registration path={path} isFirst={isFirst} needsCode={config.setup.needsCode} /> : null}
      {isFirst ? null : (
        <p className="text-sm text-muted">
          <Trans>
            Already have an account?{' '}
            <Link to="/login" search={search} className="text-accent underline">
              Sign in
            </Link>
          </Trans>
        </p>
      )}
    </CenteredPage>
  );
}

function Registration({ path, isFirst, needsCode }: { path: string; isFirst: boolean; needsCode: boolean }) {
  const { data: config } = useQuery(serverConfig());
  const { isRegistrationEnabled, providers } = config?.auth ?? {};
  if (isRegistrationEnabled !== true && !needsCode) {
    return (
      <>
        <p className="text-sm">
          <Trans>Registration is closed. Ask the administrator for an account or an invitation.</Trans>
        </p>
        <Link to="/login" className={buttonClasses({ kind: 'primary' })}>
          <Trans>Go to sign-in</Trans>
        </Link>
      </>
    );
  }
  return (
    <>
      {isFirst ? (
        <p className="text-sm text-muted">
          <Trans>This account will manage the server.</Trans>
        </p>
      ) : null}
      {providers?.email.isEnabled ? <AccountForm path={path} needsCode={needsCode} /> : null}
      {needsCode ? null : <ProviderButtons path={path} />}
    </>
  );
}

function AccountForm({ path, needsCode }: { path: string; needsCode: boolean }) {
  const { t } = useLingui();
  const router = useRouter();
  const register = useRegister();
  const problem = useAccountProblem(register.error);
  const [unverified, setUnverified] = useState<string>();
  if (unverified !== undefined) return <VerificationNotice email={unverified} />;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const { name = '', email = '', password = '', setupCode } = formValues(event);
        register.mutate(
          { name, email, password, setupCode },
          { onSuccess: (isSignedIn) => (isSignedIn ? router.history.push(basePath + path) : setUnverified(email)) },
        );
      }}
    >
      {problem.error === undefined ? null : <ErrorPanel error={problem.error} />}
      {needsCode ? (
        <TextField
          name="setupCode"
          label={t`Set-up code`}
          hint={t`The server prints it when it starts. It proves that this server is yours.`}
          error={problem.fields.setupCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      ) : null}
      <TextField
        name="name"
        label={t`Name`}
        error={problem.fields.name}
        maxLength={50}
        autoComplete="name"
        autoFocus={!needsCode}
        required
      />
      <TextField
        name="email"
        type="email"
        label={t`E-mail address`}
        error={problem.fields.email}
        autoComplete="username"
        required
      />
      <NewPasswordField label={t`Password`} error={problem.fields.password} />
      <Button type="submit" kind="primary" isBusy={register.isPending}>
        <Trans>Create account</Trans>
      </Button>
    </form>
  );
}
