import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function ResetPasswordPage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`New password`}>{null}</Page>;
}
