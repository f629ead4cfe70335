import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../../components/icon-button';
import { classNames } from '../../lib/class-names';
import { typeLabel } from '../../lib/file-kinds';
import { formatNumber, formatSize } from '../../lib/format';

/** A document to be merged, with what is known of it. */
export interface MergedDocument {
  id: string;
  document: { name: string; mimeType: string; originalSize: number } | undefined;
}

const DRAGGED = 'application/x-archivolt-documents';

/** Documents in their order, which is changed by dragging, by buttons and by Alt with the arrow keys. */
export function MergeList({
  items,
  onMove,
  onRemove,
}: {
  items: readonly MergedDocument[];
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();
  // The focus goes with what was moved.
  const focused = useRef<string>(undefined);
  useEffect(() => {
    if (focused.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-item="${focused.current}"]`)?.focus();
    focused.current = undefined;
  }, [items]);
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const by = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined || !event.altKey) return;
    event.preventDefault();
    focused.current = items[index]?.id;
    onMove(index, index + by);
  };
  const end = (): void => {
    setDragged(undefined);
    setTarget(undefined);
  };
  return (
    <ol ref={list} aria-label={t`Order of the documents`} className="flex max-h-[45dvh] flex-col overflow-y-auto">
      {items.map(({ id, document }, index) => {
        const name = document?.name ?? id;
        return (
          <li
            key={id}
            onDragOver={(event) => {
              if (dragged === undefined || !event.dataTransfer.types.includes(DRAGGED)) return;
              event.preventDefault();
              setTarget(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) onMove(dragged, index);
              end();
            }}
            className={classNames(
              'flex items-center gap-1 border-b border-line py-1',
              target === index && dragged !== index && 'bg-selected',
            )}
          >
            <button
              type="button"
              data-item={id}
              draggable
              title={t`Drag, or press Alt with the arrow keys, to move it`}
              onKeyDown={(event) => onKeyDown(event, index)}
              onDragStart={(event) => {
                event.dataTransfer.setData(DRAGGED, id);
                event.dataTransfer.effectAllowed = 'move';
                setDragged(index);
              }}
              onDragEnd={end}
              className="flex min-h-(--control-height) min-w-0 flex-1 cursor-grab items-center gap-2 rounded-control px-1 text-start text-sm hover:bg-hover"
            >
              <GripVertical aria-hidden size={14} className="shrink-0 text-muted" />
              <span className="w-5 shrink-0 text-muted tabular-nums">{formatNumber(index + 1)}</span>
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate">
                  {name}
                </span>
                {document ? (
                  <span className="block truncate text-xs text-muted">
                    {typeLabel(document)} · {formatSize(document.originalSize)}
                  </span>
                ) : null}
              </span>
            </button>
            <IconButton
              icon={ArrowUp}
              label={t`Move “${name}” up`}
              disabled={index === 0}
              onClick={() => onMove(index, index - 1)}
            />
            <IconButton
              icon={ArrowDown}
              label={t`Move “${name}” down`}
              disabled={index === items.length - 1}
              onClick={() => onMove(index, index + 1)}
            />
            <IconButton
              icon={X}
              label={t`Take “${name}” out`}
              disabled={items.length <= 2}
              onClick={() => onRemove(index)}
            />
          </li>
        );
      })}
    </ol>
  );
}
