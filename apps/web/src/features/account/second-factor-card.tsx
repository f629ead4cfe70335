import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Dialog } from '../../components/dialog';
import { Skeleton } from '../../components/skeleton';
import { lazyComponent } from '../../lib/lazy-component';
import { notify } from '../../lib/notifications';
import { currentUser } from '../session';
import { linkedAccounts } from './linked-accounts.queries';
import { NewBackupCodes } from './new-backup-codes';
import { PasswordStep } from './password-step';
import { useDisableSecondFactor } from './second-factor.queries';

const SetUpSecondFactor = lazyComponent(async () => (await import('./set-up-second-factor')).SetUpSecondFactor);

type Step = 'new-codes' | 'set-up' | 'turn-off';

/** Codes of an authenticator app after the password. */
export function SecondFactorCard() {
  const { t } = useLingui();
  const { data: user } = useQuery(currentUser());
  const { data: accounts } = useQuery(linkedAccounts());
  const [step, setStep] = useState<Step>();
  const isOn = user?.twoFactorEnabled === true;
  const hasPassword = accounts?.some(({ providerId }) => providerId === 'credential') !== false;
  const close = (): void => setStep(undefined);
  return (
    <Card title={t`Second factor`} actions={isOn ? <Badge kind="ok">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>}>
      <p className="text-sm text-muted">
        {isOn ? (
          <Trans>After your password, you are asked for a code from your authenticator app.</Trans>
        ) : (
          <Trans>
            After your password, you enter a code from an app on your phone. Someone who knows only your password cannot
            sign in.
          </Trans>
        )}
      </p>
      {isOn ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setStep('new-codes')}>
            <Trans>New backup codes</Trans>
          </Button>
          <Button kind="danger" onClick={() => setStep('turn-off')}>
            <Trans>Turn off</Trans>
          </Button>
        </div>
      ) : hasPassword ? (
        <div>
          <Button kind="primary" onClick={() => setStep('set-up')}>
            <Trans>Set up</Trans>
          </Button>
        </div>
      ) : (
        <p className="text-sm">
          <Trans>Your account has no password, so there is nothing for a code to protect.</Trans>
        </p>
      )}
      <Dialog isOpen={step === 'set-up'} onClose={close} title={t`Set up second factor`}>
        <Suspense fallback={<Skeleton className="h-64" />}>
          <SetUpSecondFactor onDone={close} />
        </Suspense>
      </Dialog>
      <Dialog isOpen={step === 'new-codes'} onClose={close} title={t`New backup codes`}>
        <NewBackupCodes onDone={close} />
      </Dialog>
      <Dialog
        isOpen={step === 'turn-off'}
        onClose={close}
        title={t`Turn off second factor?`}
        description={t`You will sign in with your password alone. Trusted devices and backup codes are removed.`}
      >
        <TurnOff onDone={close} />
      </Dialog>
    </Card>
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const disable = useDisableSecondFactor();
  const turnOff = async (password: string): Promise<void> => {
    await disable.mutateAsync(password);
    onDone();
    notify(t`Second factor turned off.`);
  };
  return (
    <PasswordStep
      action={t`Turn off`}
      kind="danger"
      isBusy={disable.isPending}
      error={disable.error}
      onPassword={(password) => void turnOff(password).catch(() => undefined)}
    />
  );
}
