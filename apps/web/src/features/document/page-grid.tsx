import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react';
import { useSizeOf } from '../viewer';
import type { DocumentIds } from './document.queries';
import { selectedAt, type PageEdits } from './page-edits';
import { PageOption } from './page-option';
import type { PageAction } from './page-tools';

const GAP = 8;
const LABEL = 28;
/** Pixels: what is on narrower pages cannot be seen. */
const NARROWEST = 120;
/** A click of a finger selects several pages without a key. */
const isTouch = (event: MouseEvent): boolean => (event.nativeEvent as PointerEvent).pointerType === 'touch';

export interface PageGridProps {
  path: DocumentIds;
  edits: PageEdits;
  /** Of the pictures. */
  version: string;
  onSelect: (edits: PageEdits) => void;
  /** `by`: places. */
  onAct: (action: PageAction, by?: number) => void;
  onMoveTo: (index: number) => void;
  ref: Ref<HTMLDivElement>;
}

/** The pages side by side; only those near the window are in the document. */
export function PageGrid({ path, edits, version, onSelect, onAct, onMoveTo, ref }: PageGridProps) {
  const { t } = useLingui();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => scroller.current as HTMLDivElement, []);
  const { width } = useSizeOf(scroller);
  const columns = Math.max(2, Math.floor((width + GAP) / (NARROWEST + GAP)));
  const side = Math.max(60, Math.floor((width - 2 * GAP - (columns - 1) * GAP) / columns));
  const { pages, selected, active } = edits;
  const virtualizer = useVirtualizer({
    count: Math.ceil(pages.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => side + LABEL + GAP,
    overscan: 1,
    paddingStart: GAP,
    scrollPaddingStart: GAP,
    scrollPaddingEnd: GAP,
    enabled: width > 0,
  });
  useEffect(() => virtualizer.measure(), [side, virtualizer]);
  useEffect(() => virtualizer.scrollToIndex(Math.floor(active / columns)), [active, columns, virtualizer]);
  const [target, setTarget] = useState<number>();

  const onKeyDown = (event: KeyboardEvent): void => {
    const way = stepOf(event.key, columns);
    const withMod = event.ctrlKey || event.metaKey;
    if (way !== undefined && event.altKey) onAct(way < 0 ? 'move-back' : 'move-on', Math.abs(way));
    else if (way !== undefined)
      onSelect(selectedAt(edits, active + way, event.shiftKey ? 'range' : withMod ? 'none' : 'only'));
    else if (event.key === ' ') onSelect(selectedAt(edits, active, 'toggle'));
    else if (event.key === 'Delete' || event.key === 'Backspace') onAct('remove');
    else if (withMod && event.key.toLowerCase() === 'a') onAct('select-all');
    else if (withMod && event.key.toLowerCase() === 'z') onAct('undo');
    else if (!withMod && event.key.toLowerCase() === 'r') onAct('turn-right');
    else if (!withMod && event.key.toLowerCase() === 'l') onAct('turn-left');
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent, index: number): void => {
    const isOneMore = event.ctrlKey || event.metaKey || isTouch(event);
    onSelect(selectedAt(edits, index, event.shiftKey ? 'range' : isOneMore ? 'toggle' : 'only'));
  };
  const drag = (index: number) => ({
    onBegin: () => {
      if (!selected.has(pages[index]?.page ?? 0)) onSelect(selectedAt(edits, index, 'only'));
    },
    onOver: (isAfter: boolean) => setTarget(index + (isAfter ? 1 : 0)),
    onEnd: () => setTarget(undefined),
    onDrop: () => {
      if (target !== undefined) onMoveTo(target);
      setTarget(undefined);
    },
  });
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={t`Pages`}
      aria-multiselectable
      aria-orientation="horizontal"
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="group min-h-0 flex-1 overflow-y-auto rounded-control bg-panel ring-1 ring-line focus-visible:outline-none!"
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: row, start }) => (
          <div
            key={row}
            role="presentation"
            className="absolute inset-x-0 flex"
            style={{ top: start, gap: GAP, paddingInline: GAP }}
          >
            {pages.slice(row * columns, (row + 1) * columns).map((page, column) => {
              const index = row * columns + column;
              return (
                <PageOption
                  key={page.page}
                  id={`${id}-${index}`}
                  {...{ path, version, page, side }}
                  place={index + 1}
                  count={pages.length}
                  isSelected={selected.has(page.page)}
                  isActive={index === active}
                  mark={
                    target === index ? 'before' : target === index + 1 && column === columns - 1 ? 'after' : undefined
                  }
                  onClick={(event) => onClick(event, index)}
                  drag={drag(index)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** By how many places a key moves. */
function stepOf(key: string, columns: number): number | undefined {
  const isRtl = document.documentElement.dir === 'rtl';
  switch (key) {
    case 'ArrowLeft':
      return isRtl ? 1 : -1;
    case 'ArrowRight':
      return isRtl ? -1 : 1;
    case 'ArrowUp':
      return -columns;
    case 'ArrowDown':
      return columns;
    case 'Home':
      return -Infinity;
    case 'End':
      return Infinity;
    default:
      return undefined;
  }
}
