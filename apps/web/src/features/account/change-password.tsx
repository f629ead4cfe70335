import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Checkbox } from '../../components/checkbox';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { formValues } from '../../lib/form-values';
import { notify } from '../../lib/notifications';
import { NewPasswordField } from '../auth';
import { useChangePassword } from './account.queries';

export function ChangePassword() {
  const { t } = useLingui();
  const changePassword = useChangePassword();
  return (
    <Card title={t`Password`}>
      <form
        className="flex max-w-md flex-col gap-4"
        onSubmit={(event) => {
          const form = event.currentTarget;
          const { currentPassword = '', newPassword = '', revokeOtherSessions } = formValues(event);
          changePassword.mutate(
            { currentPassword, newPassword, revokeOtherSessions: revokeOtherSessions !== undefined },
            {
              onSuccess: () => {
                form.reset();
                notify(t`The password was changed.`);
              },
            },
          );
        }}
      >
        {changePassword.error ? <ErrorPanel error={changePassword.error} /> : null}
        <TextField
          name="currentPassword"
          type="password"
          label={t`Present password`}
          autoComplete="current-password"
          required
        />
        <NewPasswordField name="newPassword" label={t`New password`} error={undefined} />
        <Checkbox name="revokeOtherSessions" defaultChecked>
          <Trans>End all other sessions</Trans>
        </Checkbox>
        <div>
          <Button type="submit" kind="primary" isBusy={changePassword.isPending}>
            <Trans>Change the password</Trans>
          </Button>
        </div>
      </form>
    </Card>
  );
}
