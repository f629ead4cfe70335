import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { hasCode } from '../../lib/errors';
import { formValues } from '../../lib/form-values';
import { CodeField } from './code-field';
import { useGiveCode, type CodeKind } from './second-factor.queries';

const TRUST_DAYS = 30;

/** After the password: a code of the authenticator app, or one of the backup codes. */
export function SecondFactorForm({ onSignedIn, onBack }: { onSignedIn: () => Promise<void>; onBack: () => void }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<CodeKind>('app');
  const giveCode = useGiveCode(onSignedIn);
  const isWrong = hasCode(giveCode.error, 'INVALID_CODE') || hasCode(giveCode.error, 'INVALID_BACKUP_CODE');
  const isOver = hasCode(giveCode.error, 'INVALID_TWO_FACTOR_COOKIE');
  const switchTo = (other: CodeKind): void => {
    setKind(other);
    giveCode.reset();
  };
  return (
    <form
      key={kind} // another field, empty and with the focus
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const { code = '', trustDevice } = formValues(event);
        giveCode.mutate({ kind, code: code.replaceAll(/\s/g, ''), trustDevice: trustDevice !== undefined });
      }}
    >
      {isOver ? (
        <p role="alert" className="rounded-control bg-danger-bg p-3 text-sm text-danger">
          <Trans>The sign-in took too long. Start again with your password.</Trans>
        </p>
      ) : giveCode.error && !isWrong ? (
        <ErrorPanel error={giveCode.error} />
      ) : null}
      {kind === 'app' ? (
        <CodeField error={isWrong ? t`This code is wrong or was already used. Wait for the next one.` : undefined} />
      ) : (
        <TextField
          name="code"
          label={t`Backup code`}
          hint={t`One of the codes you saved. Each works once.`}
          error={isWrong ? t`This backup code is wrong or was already used.` : undefined}
          dir="ltr"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
      )}
      <Checkbox name="trustDevice">{t`Trust this device for ${TRUST_DAYS} days`}</Checkbox>
      <Button type="submit" kind="primary" isBusy={giveCode.isPending}>
        <Trans>Sign in</Trans>
      </Button>
      {kind === 'app' ? (
        <Button kind="quiet" onClick={() => switchTo('backup')}>
          <Trans>Use a backup code</Trans>
        </Button>
      ) : (
        <Button kind="quiet" onClick={() => switchTo('app')}>
          <Trans>Use authenticator app</Trans>
        </Button>
      )}
      <Button kind="quiet" onClick={onBack}>
        <Trans>Back to password</Trans>
      </Button>
    </form>
  );
}
