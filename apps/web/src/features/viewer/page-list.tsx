import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { PageSource } from './page-source';
import { HitLayer, WordLayer } from './page-layers';
import { GAP, shownSize, turn, turnedSize, type Hit, type PageSize, type Rotation, type Zoom } from './page-geometry';
import { useSizeOf } from './use-size-of';

export interface PageListHandle {
  /** `at`: which part of the page, 0 to 1. */
  goTo: (page: number, at?: number) => void;
}

export interface PageListProps {
  organizationId: string;
  documentId: string;
  source: PageSource;
  zoom: Zoom;
  rotation: Rotation;
  isPaperDark: boolean;
  firstPage: number;
  hits: ReadonlyMap<number, { hit: Hit; index: number }[]>;
  currentHit: number;
  onPage: (page: number) => void;
  onWidth: (shownWidth: number) => void;
  ref: Ref<PageListHandle>;
}

/** The pages one below the other; only those near the window are in the document. */
export function PageList(props: PageListProps) {
  const { source, zoom, rotation, isPaperDark, firstPage, hits, currentHit, onPage, onWidth, ref } = props;
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const window_ = useSizeOf(scroller);
  const room: PageSize = {
    width: Math.max(100, window_.width - 2 * GAP),
    height: Math.max(100, window_.height - 2 * GAP),
  };
  const sizes = source.sizes.map((size) => shownSize(size, zoom, rotation, room));
  const virtualizer = useVirtualizer({
    count: sizes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const size = sizes[index];
      return size ? turnedSize(size, rotation).height + GAP : 0;
    },
    overscan: 1,
    paddingStart: GAP,
    enabled: window_.width > 0,
  });
  // The place within the page stays when its size changes.
  const place = useRef({ page: firstPage, at: 0 });
  const layout = `${sizes[0]?.width} ${sizes.reduce((sum, size) => sum + size.height, 0)} ${rotation} ${sizes.length}`;
  const scrollTo = (page: number, at: number): void => {
    const item = virtualizer.measurementsCache[page - 1];
    if (item) scroller.current?.scrollTo({ top: item.start - GAP / 2 + at * item.size });
  };
  useEffect(() => {
    if (window_.width === 0) return;
    const { page, at } = place.current;
    virtualizer.measure();
    requestAnimationFrame(() => scrollTo(page, at));
    onWidth(sizes[page - 1]?.width ?? 0);
    // Everything else that changes here changes the layout, too.
  }, [layout, window_.width > 0]);
  useImperativeHandle(ref, () => ({
    goTo: (page, at = 0) => {
      const item = virtualizer.measurementsCache[page - 1];
      const above = at === 0 ? 0 : (scroller.current?.clientHeight ?? 0) / 3 / (item?.size ?? 1);
      place.current = { page, at: at - above };
      scrollTo(page, at - above);
    },
  }));
  const onScroll = (): void => {
    const top = (scroller.current?.scrollTop ?? 0) + GAP / 2;
    const middle = top + window_.height / 3;
    const item = virtualizer.measurementsCache.find(({ end }) => end > middle) ?? virtualizer.measurementsCache.at(-1);
    if (!item) return;
    place.current = { page: item.index + 1, at: (top - item.start) / item.size };
    onPage(item.index + 1);
  };
  const widest = Math.max(0, ...sizes.map((size) => turnedSize(size, rotation).width));
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={t`Pages`}
      tabIndex={0}
      onScroll={onScroll}
      className="min-h-0 min-w-0 flex-1 overflow-auto bg-panel outline-offset-[-2px]"
    >
      <div
        className="relative min-w-full"
        style={{ height: virtualizer.getTotalSize() + GAP, width: widest > room.width ? widest + 2 * GAP : '100%' }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const size = sizes[index];
          if (!size) return null;
          const page = index + 1;
          const turned = turnedSize(size, rotation);
          return (
            <div
              key={index}
              dir="ltr"
              data-page={page}
              className="absolute inset-x-0 mx-auto overflow-hidden bg-white shadow-float"
              style={{ top: start, width: turned.width, height: turned.height }}
            >
              <div
                className="absolute start-0 top-0 origin-top-left"
                style={{ width: size.width, height: size.height, transform: turn(size, rotation) }}
              >
                <source.PageImage page={page} size={size} isPaperDark={isPaperDark} />
                <HitLayer hits={hits.get(page) ?? []} current={currentHit} />
                <WordLayer
                  organizationId={props.organizationId}
                  documentId={props.documentId}
                  page={page}
                  size={size}
                />
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}
