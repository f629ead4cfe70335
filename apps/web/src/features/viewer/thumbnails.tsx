import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { classNames } from '../../lib/class-names';
import type { PageSource } from './page-source';
import type { PageSize } from './page-geometry';

const WIDTH = 88;
const LABEL = 28;

const heightOf = (size: PageSize | undefined): number =>
  size ? Math.min(WIDTH * 2, Math.round((WIDTH * size.height) / size.width)) : 0;

/** A strip of small pages that lead to the large ones. */
export function Thumbnails({
  source,
  page,
  hitPages,
  onSelect,
}: {
  source: PageSource;
  page: number;
  /** Pages with hits have a mark. */
  hitPages: ReadonlySet<number>;
  onSelect: (page: number) => void;
}) {
  const { t } = useLingui();
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: source.sizes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(source.sizes[index]) + LABEL,
    overscan: 2,
    paddingStart: 12,
  });
  useEffect(() => virtualizer.scrollToIndex(page - 1), [page, virtualizer]);
  return (
    <nav
      ref={scroller}
      aria-label={t`Thumbnails`}
      className="hidden w-28 shrink-0 overflow-y-auto border-e border-line bg-panel lg:block"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const number = index + 1;
          const height = heightOf(source.sizes[index]);
          return (
            <button
              key={index}
              type="button"
              aria-current={number === page ? 'page' : undefined}
              aria-label={hitPages.has(number) ? t`Page ${number}, with hits` : t`Page ${number}`}
              onClick={() => onSelect(number)}
              className="absolute inset-x-0 mx-auto flex w-[88px] flex-col items-center text-xs text-muted aria-[current]:text-text"
              style={{ top: start }}
            >
              <span
                className={classNames(
                  'relative block w-full overflow-hidden ring-1 ring-line',
                  number === page && 'ring-2 ring-(--accent)',
                )}
                style={{ height }}
              >
                <source.PageImage page={number} size={{ width: WIDTH, height }} isPaperDark={false} isThumbnail />
              </span>
              <span className={classNames('my-0.5 rounded-chip px-1', hitPages.has(number) && 'bg-hit text-hit-text')}>
                {number}
              </span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}
