import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { classNames } from '../../lib/class-names';
import { chunkAt, chunksOf, partsOf, type Hit } from './page-geometry';

export interface TextViewProps {
  text: string;
  hits: readonly Hit[];
  currentHit: number;
  /** Changes when the person steps to a hit, also to the same one again. */
  step: number;
  className?: string;
}

/** A text of any length, as text: nothing in it is ever read as HTML. */
export function TextView({ text, hits, currentHit, step, className }: TextViewProps) {
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  // Ends of pages are form feeds, which browsers do not show.
  const chunks = useMemo(() => chunksOf(text.replaceAll('\f', '\n')), [text]);
  const virtualizer = useVirtualizer({
    count: chunks.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => Math.max(20, ((chunks[index]?.text.length ?? 0) / 80) * 20),
    overscan: 2,
  });
  const start = hits[currentHit]?.start;
  useEffect(() => {
    if (start === undefined) return;
    virtualizer.scrollToIndex(chunkAt(chunks, start), { align: 'start' });
    const timer = setTimeout(() => {
      scroller.current?.querySelector(`[data-hit="${currentHit}"]`)?.scrollIntoView({ block: 'center' });
    }, 60);
    return () => clearTimeout(timer);
  }, [start, currentHit, step, chunks, virtualizer]);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={t`Text`}
      tabIndex={0}
      className={classNames('min-h-0 min-w-0 flex-1 overflow-y-auto outline-offset-[-2px]', className)}
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start: top, key }) => {
          const chunk = chunks[index];
          if (!chunk) return null;
          return (
            <p
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              dir="auto"
              className="absolute inset-x-0 break-words whitespace-pre-wrap"
              style={{ top }}
            >
              {partsOf(chunk, hits).map((part, place) =>
                part.hit === null ? (
                  part.text
                ) : (
                  <mark
                    key={place}
                    data-hit={part.hit}
                    className={classNames(part.hit === currentHit && 'outline-2 outline-offset-1 outline-danger')}
                  >
                    {part.text}
                  </mark>
                ),
              )}
            </p>
          );
        })}
      </div>
    </div>
  );
}
