import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function PropertyPage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`Custom property`}>{null}</Page>;
}
