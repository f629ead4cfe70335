import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function CreateWebhookPage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`New webhook`}>{null}</Page>;
}
