import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function RulesPage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`Tagging rules`}>{null}</Page>;
}
