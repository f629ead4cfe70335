import { useLingui } from '@lingui/react/macro';
import { TextField } from '../../components/text-field';

/** The six digits that an authenticator app shows; it may show them with a space. */
export function CodeField({ error }: { error: string | undefined }) {
  const { t } = useLingui();
  return (
    <TextField
      name="code"
      label={t`Code`}
      hint={t`The six digits in your authenticator app.`}
      error={error}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*(\d\s*){6}"
      maxLength={12}
      autoFocus
      required
    />
  );
}
