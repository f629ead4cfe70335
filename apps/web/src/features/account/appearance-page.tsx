import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { useAppearance, type Density, type Theme } from '../../lib/appearance';
import { useChangeAppearance } from './account.queries';
import { Choice } from './choice';

export function AppearancePage(): ReactNode {
  const { t } = useLingui();
  const { theme, density } = useAppearance();
  const change = useChangeAppearance();
  return (
    <Page title={t`Appearance`}>
      {change.error ? <ErrorPanel error={change.error} /> : null}
      <Card>
        <div className="flex max-w-md flex-col gap-6">
          <Choice<Theme>
            label={t`Theme`}
            name="theme"
            value={theme}
            options={[
              ['system', t`Same as system`],
              ['light', t`Light`],
              ['dark', t`Dark`],
            ]}
            onChange={(value) => change.mutate({ theme: value })}
          />
          <Choice<Density>
            label={t`Density`}
            name="density"
            value={density}
            options={[
              ['compact', t`Compact`],
              ['normal', t`Normal`],
              ['touch', t`Large, for touch`],
            ]}
            onChange={(value) => change.mutate({ density: value })}
          />
          <p className="text-xs text-muted">
            <Trans>Your other browsers use this too when you sign in there.</Trans>
          </p>
        </div>
      </Card>
    </Page>
  );
}
