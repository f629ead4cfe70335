import { Trans, useLingui } from '@lingui/react/macro';
import { LockKeyhole } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../components/button';
import { useDocumentTitle } from '../components/page';
import { TextField } from '../components/text-field';
import { formValues } from '../lib/form-values';

export interface PasswordGateProps {
  title: string;
  /** What the password opens. */
  children: ReactNode;
  /** Why the last attempt failed. */
  error: string | undefined;
  isBusy: boolean;
  onPassword: (password: string) => void;
}

/** Asks for the password of a link. */
export function PasswordGate({ title, children, error, isBusy, onPassword }: PasswordGateProps) {
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
