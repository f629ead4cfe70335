import { Trans, useLingui } from '@lingui/react/macro';
import { LockKeyhole } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../components/button';
import { useDocumentTitle } from '../components/page';
import { TextField } from '../components/text-field';
import { formValues } from '../lib/form-values';
import { RefusedLink } from './refused-link';
import { useRefusedPassword } from './use-refused-password';

export interface PasswordGateProps {
  title: string;
  /** What the password opens. */
  children: ReactNode;
  /** Rejects with what the server refused. */
  onPassword: (password: string) => Promise<void>;
}

/** Asks for the password of a link, or says why the link does not open. */
export function PasswordGate({ onPassword, ...rest }: PasswordGateProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const text = useRefusedPassword(error);
  const open = async (password: string): Promise<void> => {
    setIsBusy(true);
    try {
      await onPassword(password);
    } catch (refusal) {
      setError(refusal);
    }
    setIsBusy(false);
  };
  if (text === undefined && error !== undefined)
    return <RefusedLink error={error} onRetry={() => setError(undefined)} />;
  return <PasswordForm {...rest} error={text} isBusy={isBusy} onPassword={(password) => void open(password)} />;
}

interface PasswordFormProps extends Pick<PasswordGateProps, 'children' | 'title'> {
  /** Why the last attempt failed. */
  error: string | undefined;
  isBusy: boolean;
  onPassword: (password: string) => void;
}

function PasswordForm({ title, children, error, isBusy, onPassword }: PasswordFormProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  useDocumentTitle(title);
  useEffect(() => {
    // Also after an attempt that failed: the next one replaces it.
    if (isBusy) return;
    field.current?.focus();
    field.current?.select();
  }, [isBusy, error]);
  return (
    <form
      className="m-auto flex w-full max-w-sm flex-col gap-4 rounded-dialog border border-line bg-panel p-6"
      onSubmit={(event) => onPassword(formValues(event)['password'] ?? '')}
    >
      <LockKeyhole aria-hidden size={28} className="text-muted" />
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-sm text-muted">{children}</p>
      <TextField
        ref={field}
        name="password"
        type="password"
        label={t`Password`}
        error={error}
        maxLength={256}
        autoComplete="off"
        readOnly={isBusy}
        required
      />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        <Trans>Open</Trans>
      </Button>
    </form>
  );
}
