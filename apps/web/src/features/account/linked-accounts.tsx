import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { notify } from '../../lib/notifications';
import { signInProviders } from '../auth';
import { serverConfig } from '../session';
import { linkedAccounts, useLinkAccount, useUnlinkAccount, type LinkedAccount } from './linked-accounts.queries';

/** Accounts of sign-in providers that lead to this account. Nothing without a provider. */
export function LinkedAccounts() {
  const { t } = useLingui();
  const { data: config } = useQuery(serverConfig());
  const { data: accounts, error, refetch } = useQuery(linkedAccounts());
  const link = useLinkAccount();
  const providers = config ? signInProviders(config.auth.providers) : [];
  const linked = accounts?.filter(({ providerId }) => providerId !== 'credential') ?? [];
  if (providers.length === 0 && linked.length === 0) return null;
  const missing = providers.filter(({ id }) => !linked.some(({ providerId }) => providerId === id));
  const nameOf = (providerId: string) => providers.find(({ id }) => id === providerId)?.name ?? providerId;
  return (
    <Card title={t`Connected accounts`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {link.error ? <ErrorPanel error={link.error} /> : null}
      {accounts ? (
        <ul className="flex flex-col divide-y divide-line">
          {linked.map((account) => (
            <LinkedAccountRow
              key={account.id}
              account={account}
              name={nameOf(account.providerId)}
              isOnly={accounts.length === 1}
            />
          ))}
        </ul>
      ) : error ? null : (
        <Skeleton className="h-12" />
      )}
      {accounts ? (
        <div className="flex flex-wrap gap-2">
          {missing.map(({ id, name }) => (
            <Button key={id} isBusy={link.isPending} onClick={() => link.mutate(id)}>
              {t`Connect ${name}`}
            </Button>
          ))}
        </div>
      ) : null}
    </Card>
  );
}

function LinkedAccountRow({ account, name, isOnly }: { account: LinkedAccount; name: string; isOnly: boolean }) {
  const { t } = useLingui();
  const [isAsking, setIsAsking] = useState(false);
  const unlink = useUnlinkAccount();
  const remove = async (): Promise<void> => {
    await unlink.mutateAsync(account.id);
    notify(t`${name} disconnected.`);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <div className="min-w-0">
        <p className="truncate font-medium" dir="auto">
          {name}
        </p>
        <p className="text-xs text-muted">
          {isOnly ? (
            <Trans>The only way to sign in to your account</Trans>
          ) : (
            <Trans>
              since <Time value={account.createdAt} />
            </Trans>
          )}
        </p>
      </div>
      {isOnly ? null : (
        <Button size="small" aria-label={t`Disconnect ${name}`} onClick={() => setIsAsking(true)}>
          <Trans>Disconnect</Trans>
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`Disconnect ${name}?`}
        action={t`Disconnect`}
        isBusy={unlink.isPending}
        onConfirm={() => void remove().catch(() => undefined)}
      >
        {t`You cannot sign in with ${name} until you connect it again.`}
        {unlink.error ? <ErrorPanel error={unlink.error} /> : null}
      </ConfirmDialog>
    </li>
  );
}
