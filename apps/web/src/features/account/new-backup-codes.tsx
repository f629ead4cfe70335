import { Trans, useLingui } from '@lingui/react/macro';
import { BackupCodes } from './backup-codes';
import { PasswordStep } from './password-step';
import { useNewBackupCodes } from './second-factor.queries';

export function NewBackupCodes({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const create = useNewBackupCodes();
  if (create.data) return <BackupCodes codes={create.data} onDone={onDone} />;
  return (
    <>
      <p className="text-sm">
        <Trans>Your current codes stop working.</Trans>
      </p>
      <PasswordStep
        action={t`Create new codes`}
        isBusy={create.isPending}
        error={create.error}
        onPassword={(password) => create.mutate(password)}
      />
    </>
  );
}
