import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function SignInPage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`Sign in`}>{null}</Page>;
}
