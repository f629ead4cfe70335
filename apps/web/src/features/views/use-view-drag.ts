import type { ElementDropTargetEventBasePayload } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Drop } from './view-tree';

/** Makes an element a view that can be dragged and dropped on. Returns where a view would go that is over it now. */
export function useViewDrag(
  element: RefObject<HTMLElement | null>,
  id: string,
  isEnabled: boolean,
  onDrop: (id: string, drop: Drop) => void,
): Drop | undefined {
  const [drop, setDrop] = useState<Drop>();
  const present = useRef(onDrop);
  present.current = onDrop;
  useEffect(() => {
    const target = element.current;
    if (!target || !isEnabled) return;
    const show = ({ location, self }: ElementDropTargetEventBasePayload): void =>
      setDrop(dropAt(self.element, location.current.input.clientY));
    let stop: () => void = () => undefined;
    let isGone = false;
    // Loaded after the list, which is needed sooner.
    void Promise.all([
      import('@atlaskit/pragmatic-drag-and-drop/element/adapter'),
      import('@atlaskit/pragmatic-drag-and-drop/combine'),
    ]).then(([{ draggable, dropTargetForElements }, { combine }]) => {
      if (isGone) return;
      stop = combine(
        draggable({ element: target, getInitialData: () => ({ documentViewId: id }) }),
        dropTargetForElements({
          element: target,
          canDrop: ({ source }) => 'documentViewId' in source.data && source.data['documentViewId'] !== id,
          onDragEnter: show,
          onDrag: show,
          onDragLeave: () => setDrop(undefined),
          onDrop: ({ source, location, self }) => {
            setDrop(undefined);
            const dragged = source.data['documentViewId'];
            if (typeof dragged === 'string')
              present.current(dragged, dropAt(self.element, location.current.input.clientY));
          },
        }),
      );
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [element, id, isEnabled]);
  return drop;
}

/** The upper and lower quarter of a row mean before and after it. */
function dropAt(element: Element, y: number): Drop {
  const { top, height } = element.getBoundingClientRect();
  const share = (y - top) / height;
  if (share < 0.25) return 'before';
  return share > 0.75 ? 'after' : 'inside';
}
