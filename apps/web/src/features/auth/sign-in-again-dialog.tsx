import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { basePath, withoutBasePath } from '../../lib/base-path';
import { formValues } from '../../lib/form-values';
import { endWaiting, type SessionLoss } from '../../lib/session-gate';
import { currentUser, serverConfig } from '../session';
import { useSignIn } from './auth.queries';
import { PasskeyButton } from './passkey-button';
import { SecondFactorForm } from './second-factor-form';

export function SignInAgainDialog({ why }: { why: SessionLoss }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  // The user before: another one may not see what the page shows, and signs in on the page of its own.
  const user = queryClient.getQueryData(currentUser().queryKey);
  const { data: config } = useQuery(serverConfig());
  const [needsCode, setNeedsCode] = useState(false);
  const signInPage = `${basePath}/login?redirect=${encodeURIComponent(withoutBasePath(location.pathname) + location.search)}`;
  const goOn = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ['user'] });
    endWaiting(true);
  };
  const goOnAs = async (userId: string): Promise<void> => {
    if (userId === user?.id) await goOn();
    else location.assign(`${basePath}/`);
  };
  return (
    <Dialog
      isOpen
      onClose={() => endWaiting(false)}
      title={t`Sign in again`}
      description={
        why === 'ended'
          ? t`Your session has ended. The page continues where it was.`
          : t`You signed in more than a day ago. This changes how you sign in, so confirm it’s you first.`
      }
    >
      {needsCode ? (
        <SecondFactorForm onSignedIn={goOn} onBack={() => setNeedsCode(false)} />
      ) : user ? (
        <PasswordAgain email={user.email} onSignedIn={goOn} onCodeNeeded={() => setNeedsCode(true)} />
      ) : null}
      {config?.auth.passkeys.isEnabled && !needsCode ? <PasskeyButton onSignedIn={goOnAs} /> : null}
      <a href={signInPage} className={buttonClasses()}>
        <Trans>Sign in another way</Trans>
      </a>
    </Dialog>
  );
}

function PasswordAgain({
  email,
  onSignedIn,
  onCodeNeeded,
}: {
  email: string;
  onSignedIn: () => Promise<void>;
  onCodeNeeded: () => void;
}) {
  const { t } = useLingui();
  const signIn = useSignIn(onSignedIn);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) =>
        signIn.mutate(
          { email, password: formValues(event)['password'] ?? '' },
          { onSuccess: (result) => (result === 'second-factor' ? onCodeNeeded() : undefined) },
        )
      }
    >
      {signIn.error ? <ErrorPanel error={signIn.error} /> : null}
      <TextField name="email" label={t`E-mail address`} value={email} autoComplete="username" readOnly />
      <TextField
        name="password"
        type="password"
        label={t`Password`}
        autoComplete="current-password"
        autoFocus
        required
      />
      <Button type="submit" kind="primary" isBusy={signIn.isPending}>
        <Trans>Sign in</Trans>
      </Button>
    </form>
  );
}
