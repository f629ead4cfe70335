import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useState, type DragEvent, type MouseEvent } from 'react';
import { classNames } from '../../lib/class-names';
import { formatNumber } from '../../lib/format';
import { PicturePage } from '../viewer';
import type { DocumentIds } from './document.queries';
import type { EditedPage } from './page-edits';

const A4 = { width: 210, height: 297 };
const DRAGGED = 'application/x-archivolt-pages';

/** A page in the grid, as it will be. */
export function PageOption({
  id,
  path,
  version,
  page: { page, turn },
  side,
  place,
  count,
  isSelected,
  isActive,
  mark,
  onClick,
  drag,
}: {
  id: string;
  path: DocumentIds;
  version: string;
  page: EditedPage;
  /** Pixels: of the square in which the page is shown, however it is turned. */
  side: number;
  /** Counted from 1. */
  place: number;
  count: number;
  isSelected: boolean;
  isActive: boolean;
  /** Where dragged pages would be put. */
  mark: 'after' | 'before' | undefined;
  onClick: (event: MouseEvent) => void;
  drag: { onBegin: () => void; onOver: (isAfter: boolean) => void; onEnd: () => void; onDrop: () => void };
}) {
  const { t } = useLingui();
  const [size, setSize] = useState(A4);
  const scale = (side - 12) / Math.max(size.width, size.height);
  const drawn = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  const name =
    place === page ? t`Page ${formatNumber(page)}` : t`Page ${formatNumber(page)}, now at ${formatNumber(place)}`;
  const label = turn === 0 ? name : t`${name}, turned by ${formatNumber(turn)}°`;
  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const isRightHalf = event.clientX > left + width / 2;
    drag.onOver(document.documentElement.dir === 'rtl' ? !isRightHalf : isRightHalf);
  };
  return (
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={place}
      aria-label={label}
      draggable
      onClick={onClick}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, String(page));
        event.dataTransfer.effectAllowed = 'move';
        drag.onBegin();
      }}
      onDragOver={onDragOver}
      onDragEnd={drag.onEnd}
      onDrop={(event) => {
        event.preventDefault();
        drag.onDrop();
      }}
      className={classNames(
        'relative flex cursor-default flex-col items-center rounded-control select-none',
        isSelected ? 'bg-selected ring-2 ring-(--accent)' : 'hover:bg-hover',
        isActive &&
          'group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-(--accent)',
      )}
      style={{ width: side }}
    >
      <div className="grid place-items-center" style={{ width: side, height: side }}>
        <div className="relative bg-[#fff] ring-1 ring-line" style={{ ...drawn, transform: `rotate(${turn}deg)` }}>
          <PicturePage
            {...path}
            {...{ page, version, size: drawn }}
            isThumbnail
            isPaperDark={false}
            onSize={(_, natural) => setSize(natural)}
          />
        </div>
      </div>
      <span className="flex h-7 items-center gap-1 text-xs text-muted">
        {isSelected ? <Check aria-hidden size={12} className="text-accent" /> : null}
        {formatNumber(place)}
        {place === page ? null : <span>({formatNumber(page)})</span>}
      </span>
      {mark === undefined ? null : (
        <span
          aria-hidden
          className={classNames(
            'absolute inset-y-0 w-1 rounded-full bg-accent',
            mark === 'before' ? '-start-1.5' : '-end-1.5',
          )}
        />
      )}
    </div>
  );
}
