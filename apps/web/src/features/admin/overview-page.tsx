import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ErrorPanel } from '../../components/error-panel';
import { HISTORY_PERIODS, HistoryCard } from '../../components/history-card';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { formatNumber, formatSize } from '../../lib/format';
import type { Statistics } from './admin-types';
import { NeedsAttention } from './needs-attention';
import { statistics } from './overview.queries';

const FIGURES = {
  documents: { name: msg`Documents`, title: msg`Documents per day` },
  bytes: { name: msg`Size`, title: msg`Storage per day` },
  users: { name: msg`Users`, title: msg`Users per day` },
  organizations: { name: msg`Organizations`, title: msg`Organizations per day` },
};

/** Whether the installation works, what it holds, and how that has grown. */
export function OverviewPage() {
  const { t } = useLingui();
  const [days, setDays] = useState<number>(HISTORY_PERIODS[0]);
  const { data, error, refetch } = useQuery(statistics(days));
  return (
    <Page title={t`Overview`}>
      <NeedsAttention />
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <Figures now={data.statistics} />
          <HistoryCard figures={FIGURES} days={days} onDays={setDays} history={data.days} />
        </>
      ) : error ? null : (
        <Skeleton className="h-96" />
      )}
    </Page>
  );
}

function Figures({ now }: { now: Statistics['statistics'] }) {
  const { t } = useLingui();
  const [active, disabled] = [formatNumber(now.activeUsersCount), formatNumber(now.disabledUsersCount)];
  const [inTrash, sizeInTrash] = [formatNumber(now.deletedDocumentsCount), formatSize(now.deletedDocumentsSize)];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        name={<Link to="/admin/users">{t`Users`}</Link>}
        value={formatNumber(now.usersCount)}
        note={
          now.disabledUsersCount > 0
            ? t`${active} active in 30 days, ${disabled} disabled`
            : t`${active} active in 30 days`
        }
      />
      <Figure
        name={<Link to="/admin/organizations">{t`Organizations`}</Link>}
        value={formatNumber(now.organizationsCount)}
      />
      <Figure name={t`Documents`} value={formatNumber(now.documentsCount)} note={t`${inTrash} in the trash`} />
      <Figure name={t`Storage`} value={formatSize(now.documentsSize)} note={t`${sizeInTrash} in the trash`} />
    </dl>
  );
}

function Figure({ name, value, note }: { name: ReactNode; value: string; note?: string }) {
  return (
    <div className="flex flex-col rounded-menu border border-line bg-panel p-4 [&_a]:underline">
      <dt className="text-muted">{name}</dt>
      <dd>
        <span className="text-2xl font-semibold">{value}</span>
        {note === undefined ? null : <span className="block text-xs text-muted">{note}</span>}
      </dd>
    </div>
  );
}
