import { Trans, useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { Skeleton } from '../../components/skeleton';
import { usePdfSource } from './use-pdf-source';
import { useSizeOf } from './use-size-of';

const GAP = 12;
const WIDEST = 900;

/** The pages of a PDF one below the other, without its text: for files that are not the file of a document. */
export function FilePages({ address, label }: { address: string; label: string }) {
  const { t } = useLingui();
  const [hasFailed, setHasFailed] = useState(false);
  const source = usePdfSource(address, !hasFailed, () => setHasFailed(true));
  const scroller = useRef<HTMLDivElement>(null);
  const { width: room } = useSizeOf(scroller);
  const width = Math.max(100, Math.min(WIDEST, room - 2 * GAP));
  const sizes = (source?.sizes ?? []).map((size) => ({
    width,
    height: Math.round((width * size.height) / size.width),
  }));
  const virtualizer = useVirtualizer({
    count: sizes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (sizes[index]?.height ?? 0) + GAP,
    overscan: 1,
    paddingStart: GAP,
    enabled: room > 0,
  });
  useEffect(() => virtualizer.measure(), [width, virtualizer]);
  if (hasFailed) {
    return (
      <p role="alert" className="text-sm text-muted">
        <Trans>The file cannot be shown here. Download it to open it on your device.</Trans>
      </p>
    );
  }
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={t`Pages of ${label}`}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto bg-panel"
    >
      {source && room > 0 ? (
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const size = sizes[index];
            return size ? (
              <div
                key={index}
                data-page={index + 1}
                className="absolute inset-x-0 mx-auto overflow-hidden bg-white shadow-float"
                style={{ top: start, ...size }}
              >
                <source.PageImage page={index + 1} size={size} isPaperDark={false} />
              </div>
            ) : null;
          })}
        </div>
      ) : (
        <Skeleton className="h-full w-full" />
      )}
    </div>
  );
}
