import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { DocumentCard } from './document-card';
import type { ListViewProps } from './list-view';
import { CARD_GAP, CARD_HEIGHT, cardsPerLine } from './list-geometry';

/** The documents as cards, in lines of which only those on the screen are in the page. */
export function DocumentCards({ list, rows, count, active, isSelected, onSelect, onVisible }: ListViewProps) {
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const perLine = usePerLine(scroller);
  const virtualizer = useVirtualizer({
    count: Math.ceil(count / perLine),
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT + CARD_GAP,
    overscan: 2,
  });
  const lines = virtualizer.getVirtualItems();
  const first = (lines[0]?.index ?? 0) * perLine;
  const last = Math.min(count - 1, ((lines.at(-1)?.index ?? 0) + 1) * perLine - 1);
  useEffect(() => onVisible(first, last), [first, last, onVisible]);
  useEffect(() => {
    // Newer browsers return a promise, which is no effect's end.
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [list.q, list.sort, list.order]);
  useEffect(() => {
    if (active.focused >= 0) virtualizer.scrollToIndex(Math.floor(active.focused / perLine), { align: 'auto' });
  }, [active.focused, perLine, virtualizer]);
  return (
    <div ref={scroller} className="min-h-0 min-w-0 flex-1 overflow-y-auto p-3" aria-busy={rows.isStale}>
      <div role="list" aria-label={t`Documents`} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {lines.map(({ index: line, start }) => (
          <div
            key={line}
            role="presentation"
            className="absolute inset-x-0 grid"
            style={{
              transform: `translateY(${start}px)`,
              height: CARD_HEIGHT,
              gap: CARD_GAP,
              gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))`,
            }}
          >
            {Array.from({ length: Math.min(perLine, count - line * perLine) }, (_, place) => {
              const index = line * perLine + place;
              const document = rows.at(index);
              return (
                <DocumentCard
                  key={index}
                  document={document}
                  list={list}
                  index={index}
                  isSelected={document !== undefined && isSelected(document.id)}
                  isActive={index === active.index}
                  isFocused={index === active.focused}
                  onSelect={onSelect}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function usePerLine(scroller: React.RefObject<HTMLDivElement | null>): number {
  const [perLine, setPerLine] = useState(4);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setPerLine(cardsPerLine(element.clientWidth - 24)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return perLine;
}
