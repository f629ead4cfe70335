import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function RulePage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`Tagging rule`}>{null}</Page>;
}
