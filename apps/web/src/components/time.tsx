import { formatAgo, formatDate, formatTime } from '../lib/format';

/** A time as people read it; the exact one as a title. */
export function Time({ value, form = 'date' }: { value: string; form?: 'ago' | 'date' | 'time' }) {
  const text = form === 'ago' ? formatAgo(value) : form === 'time' ? formatTime(value) : formatDate(value);
  return (
    <time dateTime={value} title={value.length > 10 ? formatTime(value) : undefined}>
      {text}
    </time>
  );
}
