import { useLingui } from '@lingui/react/macro';
import { Page } from '../../components/page';
import { NeedsAttention } from './needs-attention';

export function OverviewPage() {
  const { t } = useLingui();
  return (
    <Page title={t`Overview`}>
      <NeedsAttention />
    </Page>
  );
}
