import {
  attachClosestEdge,
  extractClosestEdge,
  type Edge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

export interface DragOrder<Row extends HTMLElement> {
  row: RefObject<Row | null>;
  /** Of the button that is dragged, or moves the row by the arrow keys. */
  handle: { ref: RefObject<HTMLButtonElement | null>; onKeyDown: (event: KeyboardEvent) => void };
  /** Where what is dragged would be put, while it is over this row. */
  edge: Edge | null;
}

/** Lets the row at `index` be dragged to another place of its list. `list` tells lists apart. */
export function useDragOrder<Row extends HTMLElement>(
  list: string,
  index: number,
  { count, isEnabled, onMove }: { count: number; isEnabled: boolean; onMove: (from: number, to: number) => void },
): DragOrder<Row> {
  const row = useRef<Row>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const move = useRef(onMove);
  move.current = onMove;
  useEffect(() => {
    const element = row.current;
    const dragHandle = handle.current;
    if (!isEnabled || !element || !dragHandle) return undefined;
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ list, index }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['list'] === list,
        getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => setEdge(source.data['index'] === index ? null : extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          const from = Number(source.data['index']);
          const place = index + (extractClosestEdge(self.data) === 'bottom' ? 1 : 0);
          const to = from < place ? place - 1 : place;
          if (from !== to) move.current(from, to);
        },
      }),
    );
  }, [list, index, isEnabled]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (index + step >= 0 && index + step < count) onMove(index, index + step);
  };
  return { row, handle: { ref: handle, onKeyDown }, edge };
}
