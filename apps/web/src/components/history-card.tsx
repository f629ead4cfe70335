import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { formatDate, formatNumber, formatSize } from '../lib/format';
import { Card } from './card';
import { LineChart } from './line-chart';
import { SelectField } from './select-field';

/** In days. */
export const HISTORY_PERIODS = [30, 90, 365] as const;

export interface HistoryCardProps<Figure extends string> {
  /** The first is shown at first. `bytes` is a size. */
  figures: Readonly<Record<Figure, { name: MessageDescriptor; title: MessageDescriptor }>>;
  days: number;
  onDays: (days: number) => void;
  /** Undefined before there is a result. */
  history: readonly (Record<NoInfer<Figure>, number> & { date: string })[] | undefined;
  /** Shown before the chart, or instead of it. */
  children?: ReactNode;
}

/** Figures by day, as a chart. */
export function HistoryCard<Figure extends string>({
  figures,
  days,
  onDays,
  history,
  children,
}: HistoryCardProps<Figure>) {
  const { t, i18n } = useLingui();
  const names = Object.keys(figures) as [Figure, ...Figure[]];
  const [chosen, setChosen] = useState<string>();
  const figure = names.find((each) => each === chosen) ?? names[0];
  const { name, title } = figures[figure];
  return (
    <Card
      title={t`History`}
      actions={
        <div className="flex gap-2">
          <SelectField
            label={t`Value`}
            isLabelHidden
            value={figure}
            onChange={({ target }) => setChosen(target.value)}
            options={names.map((each) => ({ value: each, label: i18n._(figures[each].name) }))}
          />
          <SelectField
            label={t`Period`}
            isLabelHidden
            value={String(days)}
            onChange={({ target }) => onDays(Number(target.value))}
            options={HISTORY_PERIODS.map((value) => ({ value: String(value), label: t`${value} days` }))}
          />
        </div>
      }
    >
      {children}
      {history ? (
        <LineChart
          title={i18n._(title)}
          columns={[t`Day`, i18n._(name)]}
          rows={history.map((day) => ({ label: formatDate(day.date), value: day[figure] }))}
          format={figure === 'bytes' ? formatSize : formatNumber}
        />
      ) : null}
    </Card>
  );
}
