import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { LineChart } from '../../components/line-chart';
import { SelectField } from '../../components/select-field';
import { Skeleton } from '../../components/skeleton';
import { formatDate, formatNumber, formatSize } from '../../lib/format';
import { usageHistory } from './settings.queries';

const PERIODS = [30, 90, 365] as const;

export function UsageHistory({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const [days, setDays] = useState<number>(PERIODS[0]);
  const [figure, setFigure] = useState<'bytes' | 'documents'>('bytes');
  const { data, error, refetch } = useQuery(usageHistory(organizationId, days));
  const title = figure === 'bytes' ? t`Size of the files by day` : t`Documents by day`;
  return (
    <Card
      title={t`History`}
      actions={
        <div className="flex gap-2">
          <SelectField
            label={t`Figure`}
            isLabelHidden
            value={figure}
            onChange={({ target }) => setFigure(target.value === 'documents' ? 'documents' : 'bytes')}
            options={[
              { value: 'bytes', label: t`Size` },
              { value: 'documents', label: t`Documents` },
            ]}
          />
          <SelectField
            label={t`Period`}
            isLabelHidden
            value={String(days)}
            onChange={({ target }) => setDays(Number(target.value))}
            options={PERIODS.map((value) => ({ value: String(value), label: t`${value} days` }))}
          />
        </div>
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <LineChart
          title={title}
          columns={[t`Day`, figure === 'bytes' ? t`Size` : t`Documents`]}
          rows={data.map((day) => ({ label: formatDate(day.date), value: day[figure] }))}
          format={figure === 'bytes' ? formatSize : formatNumber}
        />
      ) : error ? null : (
        <Skeleton className="aspect-[72/20] max-w-3xl" />
      )}
    </Card>
  );
}
