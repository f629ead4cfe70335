import { useEffect, useState } from 'react';

export interface ActiveRow {
  index: number;
  /** The row that takes the focus as soon as it is on the screen; -1: none. */
  focused: number;
  move: (by: number) => number;
  set: (index: number) => void;
}

/** The row that keys act on. It starts before the first one. */
export function useActiveRow(count: number, query: string): ActiveRow {
  const [index, setIndex] = useState(-1);
  const [focused, setFocused] = useState(-1);
  useEffect(() => {
    setIndex(-1);
    setFocused(-1);
  }, [query]);
  return {
    index: Math.min(index, count - 1),
    focused,
    move: (by) => {
      const next = Math.max(0, Math.min(count - 1, index + by));
      setIndex(next);
      setFocused(next);
      return next;
    },
    set: (next) => {
      setIndex(next);
      setFocused(-1);
    },
  };
}
