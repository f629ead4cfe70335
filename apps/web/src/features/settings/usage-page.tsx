import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function UsagePage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`Usage`}>{null}</Page>;
}
