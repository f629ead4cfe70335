import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function DocumentPage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`Document`}>{null}</Page>;
}
