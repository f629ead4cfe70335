import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { formValues } from '../../lib/form-values';
import { notify } from '../../lib/notifications';
import { NewPasswordField } from '../auth';
import { useChangePassword } from './account.queries';
import { KeysAfterChange } from './keys-after-change';

export function ChangePassword() {
  const { t } = useLingui();
  const changePassword = useChangePassword();
  return (
    <Card title={t`Password`}>
      <form
        className="flex max-w-md flex-col gap-4"
        onSubmit={(event) => {
          const form = event.currentTarget;
          const { currentPassword = '', newPassword = '' } = formValues(event);
          changePassword.mutate(
            { currentPassword, newPassword },
            {
              onSuccess: () => {
                form.reset();
                notify(t`Password changed.`);
              },
            },
          );
        }}
      >
        {changePassword.error ? <ErrorPanel error={changePassword.error} /> : null}
        <TextField
          name="currentPassword"
          type="password"
          label={t`Current password`}
          autoComplete="current-password"
          required
        />
        <NewPasswordField name="newPassword" label={t`New password`} error={undefined} />
        <p className="text-sm text-muted">
          <Trans>Your other sessions end, and trusted devices will ask for a code again.</Trans>
        </p>
        <div>
          <Button type="submit" kind="primary" isBusy={changePassword.isPending}>
            <Trans>Change password</Trans>
          </Button>
        </div>
      </form>
      {changePassword.isSuccess ? <KeysAfterChange /> : null}
    </Card>
  );
}
