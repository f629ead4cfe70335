import { classNames } from '../lib/class-names';

export interface BarPart {
  value: number;
  kind: 'accent' | 'danger' | 'neutral' | 'ok' | 'warn';
}

const COLORS: Record<BarPart['kind'], string> = {
  accent: 'bg-accent',
  danger: 'bg-danger',
  neutral: 'bg-control',
  ok: 'bg-ok',
  warn: 'bg-warn',
};

/** Parts of a whole as lengths. The text next to it says the same in figures. */
export function Bar({ parts, whole }: { parts: readonly BarPart[]; whole: number }) {
  const percent = (value: number) => (whole <= 0 ? 0 : Math.min(100, (value / whole) * 100));
  return (
    <div aria-hidden className="flex h-2 w-full overflow-hidden rounded-chip bg-hover">
      {parts.map(({ value, kind }) => (
        <div key={kind} className={classNames('shrink-0', COLORS[kind])} style={{ inlineSize: `${percent(value)}%` }} />
      ))}
    </div>
  );
}
