import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '../lib/class-names';
import { formatLongDate } from '../lib/format';
import { firstDayOfWeek, locale } from '../lib/formats/conventions';
import { dayOfTime, daysLater } from '../lib/formats/days';
import { IconButton } from './icon-button';

const WEEK = [0, 1, 2, 3, 4, 5, 6];
const [FIRST_YEAR, LAST_YEAR] = [1000, 9999];

/** The days of a month to choose one of. */
export function Calendar({ value, onDate }: { value: string; onDate: (date: string) => void }) {
  const { t } = useLingui();
  const today = dayOfTime(Date.now());
  const [day, setDay] = useState(value || today);
  const grid = useRef<HTMLTableElement>(null);
  const isByKey = useRef(true);
  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [day]);

  const go = (next: string, byKey: boolean): void => {
    const year = Number(next.slice(0, 4));
    if (next.length !== 10 || !(year >= FIRST_YEAR && year <= LAST_YEAR)) return;
    isByKey.current = byKey;
    setDay(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = movedBy(event.key, day);
    if (next === undefined) return;
    event.preventDefault();
    go(next, true);
  };
  const month = day.slice(0, 7);
  const first = startOfWeek(`${month}-01`);
  const format = (options: Intl.DateTimeFormatOptions, of: string): string =>
    new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(new Date(of));
  const title = format({ month: 'long', year: 'numeric' }, `${month}-01`);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <IconButton icon={ChevronLeft} label={t`Previous month`} onClick={() => go(monthsLater(day, -1), false)} />
        <span aria-live="polite" className="font-medium">
          {title}
        </span>
        <IconButton icon={ChevronRight} label={t`Next month`} onClick={() => go(monthsLater(day, 1), false)} />
      </div>
      <table ref={grid} role="grid" aria-label={title} onKeyDown={onKeyDown} className="text-center">
        <thead>
          <tr>
            {WEEK.map((index) => (
              <th key={index} scope="col" className="pb-1 text-xs font-normal text-muted">
                <abbr className="no-underline" title={format({ weekday: 'long' }, daysLater(first, index))}>
                  {format({ weekday: 'short' }, daysLater(first, index))}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEK.slice(0, 6).map((week) => (
            <tr key={week}>
              {WEEK.map((index) => {
                const each = daysLater(first, week * 7 + index);
                return (
                  <td key={each} aria-selected={each === value}>
                    <button
                      type="button"
                      tabIndex={each === day ? 0 : -1}
                      aria-label={formatLongDate(each)}
                      aria-current={each === today ? 'date' : undefined}
                      className={classNames(
                        'size-9 rounded-control hover:bg-hover',
                        !each.startsWith(month) && 'text-muted',
                        each === today && 'font-bold underline',
                        each === value && 'bg-selected',
                      )}
                      onClick={() => onDate(each)}
                    >
                      {Number(each.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const weekday = (day: string): number => (new Date(day).getUTCDay() - firstDayOfWeek() + 7) % 7;
const startOfWeek = (day: string): string => daysLater(day, -weekday(day));

/** The same day of another month, or its last one. */
function monthsLater(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0));
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}

/** Where a key leads from a day. */
function movedBy(key: string, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return daysLater(day, -1);
    case 'ArrowRight':
      return daysLater(day, 1);
    case 'ArrowUp':
      return daysLater(day, -7);
    case 'ArrowDown':
      return daysLater(day, 7);
    case 'Home':
      return startOfWeek(day);
    case 'End':
      return daysLater(startOfWeek(day), 6);
    case 'PageUp':
      return monthsLater(day, -1);
    case 'PageDown':
      return monthsLater(day, 1);
    default:
      return undefined;
  }
}
