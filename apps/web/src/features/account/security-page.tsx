import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { Page } from '../../components/page';
import { RefusedByProvider } from '../auth';
import { serverConfig } from '../session';
import { ChangePassword } from './change-password';
import { LinkedAccounts } from './linked-accounts';
import { PasskeysCard } from './passkeys-card';
import { SecondFactorCard } from './second-factor-card';
import { SessionList } from './session-list';

export function SecurityPage(): ReactNode {
  const { t } = useLingui();
  const { data: config } = useQuery(serverConfig());
  const { error, error_description: description } = useSearch({ from: '/signed-in/account/settings/security' });
  return (
    <Page title={t`Security`}>
      {error === undefined ? null : (
        <Suspense>
          <RefusedByProvider code={error} description={description} />
        </Suspense>
      )}
      <ChangePassword />
      {config?.auth.secondFactor.isEnabled ? <SecondFactorCard /> : null}
      {config?.auth.passkeys.isEnabled ? <PasskeysCard /> : null}
      <LinkedAccounts />
      <SessionList />
    </Page>
  );
}
