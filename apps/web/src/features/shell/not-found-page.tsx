import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button';
import { CenteredPage } from '../../components/centered-page';
import type { ReactNode } from 'react';

export function NotFoundPage(): ReactNode {
  const { t } = useLingui();
  return (
    <CenteredPage title={t`This page does not exist`}>
      <p className="text-sm text-muted">
        <Trans>The address may be mistyped, or what it showed was deleted.</Trans>
      </p>
      <Link to="/" className={buttonClasses({ kind: 'primary' })}>
        <Trans>Go to documents</Trans>
      </Link>
    </CenteredPage>
  );
}
