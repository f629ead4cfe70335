import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function RegisterPage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`Create an account`}>{null}</Page>;
}
