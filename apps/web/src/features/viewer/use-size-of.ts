import { useLayoutEffect, useState, type RefObject } from 'react';
import type { PageSize } from './page-geometry';

/** The size of an element, and each new one; 0 before the first. */
export function useSizeOf(element: RefObject<HTMLElement | null>): PageSize {
  const [size, setSize] = useState<PageSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
