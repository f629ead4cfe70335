import { useLingui } from '@lingui/react/macro';
import type { DropItem, DropQueue } from './drop-queue';
import { DropRow } from './drop-row';

/** The files of the visitor. */
export function ChosenFiles({
  queue,
  items,
  maxFileBytes,
}: {
  queue: DropQueue;
  items: readonly DropItem[];
  maxFileBytes: number | null;
}) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Files`} className="flex flex-col divide-y divide-line rounded-menu border border-line">
      {items.map((item) => (
        <DropRow
          key={item.id}
          item={item}
          maxFileBytes={maxFileBytes}
          onRemove={() => queue.remove(item.id)}
          onRetry={() => queue.retry(item.id)}
        />
      ))}
    </ul>
  );
}
