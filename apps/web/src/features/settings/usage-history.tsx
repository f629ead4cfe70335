import { msg } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorPanel } from '../../components/error-panel';
import { HISTORY_PERIODS, HistoryCard } from '../../components/history-card';
import { Skeleton } from '../../components/skeleton';
import { usageHistory } from './settings.queries';

const FIGURES = {
  bytes: { name: msg`Size`, title: msg`Storage per day` },
  documents: { name: msg`Documents`, title: msg`Documents per day` },
};

export function UsageHistory({ organizationId }: { organizationId: string }) {
  const [days, setDays] = useState<number>(HISTORY_PERIODS[0]);
  const { data, error, refetch } = useQuery(usageHistory(organizationId, days));
  return (
    <HistoryCard figures={FIGURES} days={days} onDays={setDays} history={data}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton className="aspect-[72/20] max-w-3xl" />}
    </HistoryCard>
  );
}
