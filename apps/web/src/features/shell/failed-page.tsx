import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button';
import { CenteredPage } from '../../components/centered-page';
import { ErrorPanel } from '../../components/error-panel';
import { isFailedLoad } from '../../lib/lazy-component';
import type { ReactNode } from 'react';

export function FailedPage({ error, reset }: ErrorComponentProps): ReactNode {
  const { t } = useLingui();
  const router = useRouter();
  return (
    <CenteredPage title={t`This page could not be shown`}>
      <ErrorPanel
        error={error}
        onRetry={() => {
          if (isFailedLoad(error)) return location.reload(); // the server may have newer pages
          reset();
          void router.invalidate();
        }}
      />
      <Link to="/" className={buttonClasses()}>
        <Trans>Go to documents</Trans>
      </Link>
    </CenteredPage>
  );
}
