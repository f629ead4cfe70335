import { useLingui } from '@lingui/react/macro';
import { Button, type ButtonProps } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { hasCode } from '../../lib/errors';
import { formValues } from '../../lib/form-values';

/** Asks for the password before a step that changes how the person signs in. */
export function PasswordStep({
  action,
  kind = 'primary',
  isBusy,
  error,
  onPassword,
}: {
  action: string;
  kind?: ButtonProps['kind'];
  isBusy: boolean;
  error: unknown;
  onPassword: (password: string) => void;
}) {
  const { t } = useLingui();
  const isWrong = hasCode(error, 'INVALID_PASSWORD');
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => onPassword(formValues(event)['currentPassword'] ?? '')}>
      {error && !isWrong ? <ErrorPanel error={error} /> : null}
      <TextField
        name="currentPassword"
        type="password"
        label={t`Your password`}
        error={isWrong ? t`This is not your password.` : undefined}
        autoComplete="current-password"
        required
      />
      <div className="flex justify-end">
        <Button type="submit" kind={kind} isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
