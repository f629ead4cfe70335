import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function CreateApiKeyPage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`New API key`}>{null}</Page>;
}
