import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { formatNumber, formatSize } from '../../lib/format';
import { UsageBar } from './usage-bar';
import { UsageHistory } from './usage-history';
import { statistics, usage } from './settings.queries';

export function UsagePage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const now = useQuery(usage(organizationId));
  const stats = useQuery(statistics(organizationId));
  const error = now.error ?? stats.error;
  return (
    <Page title={t`Usage`}>
      {error ? <ErrorPanel error={error} onRetry={() => void Promise.all([now.refetch(), stats.refetch()])} /> : null}
      {now.data && stats.data ? (
        <Card title={t`Now`}>
          <UsageBar
            label={t`Documents`}
            used={stats.data.totalDocumentsCount}
            inTrash={stats.data.deletedDocumentsCount}
            limit={null}
            format={formatNumber}
          />
          <UsageBar
            label={t`Storage`}
            used={now.data.usage.documentsStorage.used}
            inTrash={now.data.usage.documentsStorage.deleted}
            limit={now.data.usage.documentsStorage.limit}
            format={formatSize}
          />
          <UsageBar
            label={t`Members`}
            used={now.data.usage.membersCount.used}
            limit={now.data.usage.membersCount.limit}
            format={formatNumber}
          />
          <Facts organizationId={organizationId} largestFile={now.data.limits.maxFileSize} />
        </Card>
      ) : error ? null : (
        <Skeleton className="h-60" />
      )}
      <UsageHistory organizationId={organizationId} />
    </Page>
  );
}

function Facts({ organizationId, largestFile }: { organizationId: string; largestFile: number | null }) {
  const size = largestFile === null ? '' : formatSize(largestFile);
  return (
    <p className="text-muted">
      {largestFile === null ? <Trans>Files can be any size.</Trans> : <Trans>Files can be up to {size}.</Trans>}{' '}
      <Trans>
        Files in the{' '}
        <Link to="/organizations/$organizationId/deleted" params={{ organizationId }} className="text-accent underline">
          trash
        </Link>{' '}
        count until they are deleted permanently.
      </Trans>
    </p>
  );
}
