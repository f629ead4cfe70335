import { Trans, useLingui } from '@lingui/react/macro';

export interface UsageBarProps {
  label: string;
  /** With what is in the trash. */
  used: number;
  inTrash?: number;
  /** Null: none. */
  limit: number | null;
  format: (value: number) => string;
}

/** One figure with its limit. Without a limit the bar shows which part is in the trash. */
export function UsageBar({ label, used, inTrash = 0, limit, format }: UsageBarProps) {
  const { t } = useLingui();
  const whole = limit ?? used;
  const percent = (value: number) => (whole === 0 ? 0 : Math.min(100, (value / whole) * 100));
  const [usedText, trashText, limitText] = [format(used), format(inTrash), limit === null ? '' : format(limit)];
  const isBarUseful = limit !== null || inTrash > 0;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span>
          {limit === null ? (
            <Trans>{usedText}, no limit</Trans>
          ) : (
            <Trans>
              {usedText} of {limitText}
            </Trans>
          )}
          {inTrash > 0 ? <span className="text-muted"> ({t`${trashText} in the trash`})</span> : null}
        </span>
      </div>
      {isBarUseful ? (
        <div aria-hidden className="flex h-2 overflow-hidden rounded-chip bg-hover">
          <div className="bg-accent" style={{ inlineSize: `${percent(used - inTrash)}%` }} />
          <div className="bg-control" style={{ inlineSize: `${percent(inTrash)}%` }} />
        </div>
      ) : null}
    </div>
  );
}
