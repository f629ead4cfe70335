import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { ErrorPanel } from '../../components/error-panel';
import { hasCode } from '../../lib/errors';
import { formValues } from '../../lib/form-values';
import { CodeField } from '../auth';
import { BackupCodes } from './backup-codes';
import { PasswordStep } from './password-step';
import { QrCode } from './qr-code';
import { useConfirmSecondFactor, usePrepareSecondFactor, type SecondFactorSetUp } from './second-factor.queries';

/** The password, then the QR code with a first code of the app, then the backup codes. */
export function SetUpSecondFactor({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const prepare = usePrepareSecondFactor();
  const confirm = useConfirmSecondFactor();
  if (!prepare.data)
    return (
      <PasswordStep
        action={t`Continue`}
        isBusy={prepare.isPending}
        error={prepare.error}
        onPassword={(password) => prepare.mutate(password)}
      />
    );
  if (confirm.isSuccess) return <BackupCodes codes={prepare.data.backupCodes} onDone={onDone} />;
  return <ConfirmApp setUp={prepare.data} confirm={confirm} />;
}

const GROUP = /.{1,4}/g;

function ConfirmApp({
  setUp: { totpURI },
  confirm,
}: {
  setUp: SecondFactorSetUp;
  confirm: ReturnType<typeof useConfirmSecondFactor>;
}) {
  const { t } = useLingui();
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  const isWrong = hasCode(confirm.error, 'INVALID_CODE');
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => confirm.mutate((formValues(event)['code'] ?? '').replaceAll(/\s/g, ''))}
    >
      <p className="text-sm">
        <Trans>Scan this with an authenticator app, then enter the code it shows.</Trans>
      </p>
      <QrCode text={totpURI} label={t`QR code for the authenticator app`} />
      <div className="flex items-center gap-1 text-xs text-muted">
        <p className="min-w-0 flex-1">
          <Trans>
            Or type this key into the app:{' '}
            <code dir="ltr" className="wrap-anywhere text-text">
              {(secret.match(GROUP) ?? []).join(' ')}
            </code>
          </Trans>
        </p>
        <CopyButton text={secret} label={t`Copy key`} />
      </div>
      {confirm.error && !isWrong ? <ErrorPanel error={confirm.error} /> : null}
      <CodeField error={isWrong ? t`This code is wrong. Check that your phone’s clock is right.` : undefined} />
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={confirm.isPending}>
          <Trans>Turn on</Trans>
        </Button>
      </div>
    </form>
  );
}
