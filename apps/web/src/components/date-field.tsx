import { useLingui } from '@lingui/react/macro';
import { CalendarDays } from 'lucide-react';
import { Suspense, useState } from 'react';
import { formatDate, formatLongDate } from '../lib/format';
import { datePattern } from '../lib/formats/conventions';
import { readDate } from '../lib/formats/read-date';
import { lazyComponent } from '../lib/lazy-component';
import { IconButton } from './icon-button';
import { Popover } from './popover';
import { ReadField, type ReadFieldProps } from './read-field';

const Calendar = lazyComponent(async () => (await import('./calendar')).Calendar);

export interface DateFieldProps extends Omit<
  ReadFieldProps<string>,
  'children' | 'explain' | 'onValue' | 'problem' | 'read' | 'show'
> {
  /** `2026-07-03`; empty: none. */
  value: string;
  /** Called with a complete date, and with `''` for an emptied field. */
  onDate: (date: string) => void;
}

/** A date, typed as the person writes dates or taken from a calendar. */
export function DateField({ value, onDate, disabled = false, input, ...rest }: DateFieldProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <ReadField
      {...rest}
      disabled={disabled}
      input={{ placeholder: datePattern() ?? formatDate('2026-12-31'), ...input }}
      value={value === '' ? undefined : value}
      show={formatDate}
      read={read}
      explain={formatLongDate}
      problem={t`Not a date.`}
      onValue={(date) => onDate(date ?? '')}
    >
      {disabled ? null : (
        <Popover
          title={t`Calendar`}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          trigger={<IconButton icon={CalendarDays} label={t`Open the calendar`} />}
        >
          <Suspense fallback={null}>
            <Calendar
              value={value}
              onDate={(date) => {
                setIsOpen(false);
                if (date !== value) onDate(date);
              }}
            />
          </Suspense>
        </Popover>
      )}
    </ReadField>
  );
}

const read = (typed: string): string[] => readDate(typed);
