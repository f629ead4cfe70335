import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Button, buttonClasses } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { formValues } from '../../lib/form-values';
import { endWaiting } from '../../lib/session-gate';
import { currentUser } from '../session';
import { useSignInAgain } from './auth.queries';

export function SignInAgainDialog() {
  const { t } = useLingui();
  // The user before: another one may not see what the page shows, and signs in on the page of its own.
  const user = useQueryClient().getQueryData(currentUser().queryKey);
  const signIn = useSignInAgain();
  const signInPage = `/login?redirect=${encodeURIComponent(location.pathname + location.search)}`;
  return (
    <Dialog
      isOpen
      onClose={() => endWaiting(false)}
      title={t`Sign in again`}
      description={t`Your session has ended. The page continues where it was.`}
    >
      {user ? (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            const { password = '' } = formValues(event);
            signIn.mutate({ email: user.email, password }, { onSuccess: () => endWaiting(true) });
          }}
        >
          {signIn.error ? <ErrorPanel error={signIn.error} /> : null}
          <TextField name="email" label={t`E-mail address`} value={user.email} autoComplete="username" readOnly />
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
      ) : null}
      <a href={signInPage} className={buttonClasses()}>
        <Trans>Sign in another way</Trans>
      </a>
    </Dialog>
  );
}
