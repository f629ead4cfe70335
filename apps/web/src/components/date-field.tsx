import { useEffect, useState } from 'react';
import { TextField, type FieldProps } from './text-field';

export interface DateFieldProps extends FieldProps {
  /** `2026-07-03`; empty: none. */
  value: string;
  disabled?: boolean;
  /** Called with a complete date, and with `''` when an emptied field is left. */
  onDate: (date: string) => void;
}

/** The browser reports the years 2, 20 and 202 while 2026 is typed. */
const FIRST_YEAR = '1000';

/** A date that takes effect without a button. */
export function DateField({ value, onDate, ...rest }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextField
      {...rest}
      type="date"
      max="9999-12-31"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value >= FIRST_YEAR && target.value !== value) onDate(target.value);
      }}
      onBlur={({ target }) => {
        if (typed === value) return;
        if (typed === '' && !target.validity.badInput) onDate('');
        else setTyped(value);
      }}
    />
  );
}
