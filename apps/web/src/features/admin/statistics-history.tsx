import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Card } from '../../components/card';
import { LineChart } from '../../components/line-chart';
import { SelectField } from '../../components/select-field';
import { formatDate, formatNumber, formatSize } from '../../lib/format';
import type { Statistics } from './admin-types';

type Figure = 'bytes' | 'documents' | 'organizations' | 'users';

const FIGURES: Record<Figure, { name: MessageDescriptor; title: MessageDescriptor }> = {
  documents: { name: msg`Documents`, title: msg`Documents by day` },
  bytes: { name: msg`Size`, title: msg`Size of the files by day` },
  users: { name: msg`Users`, title: msg`Users by day` },
  organizations: { name: msg`Organizations`, title: msg`Organizations by day` },
};
const NAMES = Object.keys(FIGURES) as Figure[];

export const PERIODS = [30, 90, 365] as const;

export function StatisticsHistory({
  history,
  days,
  onDays,
}: {
  history: Statistics['days'];
  days: number;
  onDays: (days: number) => void;
}) {
  const { t, i18n } = useLingui();
  const [figure, setFigure] = useState<Figure>('documents');
  const { name, title } = FIGURES[figure];
  return (
    <Card
      title={t`History`}
      actions={
        <div className="flex gap-2">
          <SelectField
            label={t`Figure`}
            isLabelHidden
            value={figure}
            onChange={({ target }) => setFigure(NAMES.find((each) => each === target.value) ?? 'documents')}
            options={NAMES.map((each) => ({ value: each, label: i18n._(FIGURES[each].name) }))}
          />
          <SelectField
            label={t`Period`}
            isLabelHidden
            value={String(days)}
            onChange={({ target }) => onDays(Number(target.value))}
            options={PERIODS.map((value) => ({ value: String(value), label: t`${value} days` }))}
          />
        </div>
      }
    >
      <LineChart
        title={i18n._(title)}
        columns={[t`Day`, i18n._(name)]}
        rows={history.map((day) => ({ label: formatDate(day.date), value: day[figure] }))}
        format={figure === 'bytes' ? formatSize : formatNumber}
      />
    </Card>
  );
}
