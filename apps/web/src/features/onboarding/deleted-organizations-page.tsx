import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import type { ReactNode } from 'react';

export function DeletedOrganizationsPage(): ReactNode {
  const { t } = useLingui();
  return <Page title={t`Deleted organizations`}>{null}</Page>;
}
