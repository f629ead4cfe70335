import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Page } from '../../components/page';
import { ChangePassword } from './change-password';
import { SessionList } from './session-list';

export function SecurityPage(): ReactNode {
  const { t } = useLingui();
  return (
    <Page title={t`Security`}>
      <ChangePassword />
      <SessionList />
    </Page>
  );
}
