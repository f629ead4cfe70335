import { useLingui } from '@lingui/react/macro';
import { TextField } from '../../components/text-field';

/** The rule of the server: `MIN_PASSWORD_LENGTH` in `libs/people/auth/src/credentials.ts`. */
const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 128;

/** A password that is chosen now. */
export function NewPasswordField({
  name = 'password',
  label,
  error,
}: {
  name?: string;
  label: string;
  error: string | undefined;
}) {
  const { t } = useLingui();
  return (
    <TextField
      name={name}
      type="password"
      label={label}
      hint={t`At least ${MIN_PASSWORD_LENGTH} characters.`}
      error={error}
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={MAX_PASSWORD_LENGTH}
      autoComplete="new-password"
      required
    />
  );
}
