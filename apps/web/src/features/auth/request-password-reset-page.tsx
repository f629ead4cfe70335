import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function RequestPasswordResetPage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`Reset the password`}>{null}</Page>;
}
