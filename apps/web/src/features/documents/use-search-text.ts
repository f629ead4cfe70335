import { useEffect, useRef, useState } from 'react';
import { joinQuery, splitQuery, type SplitQuery } from './query-edit';

const TYPING_MS = 80;

export interface SearchText extends SplitQuery {
  /** Chips and text as one query. */
  query: string;
  /** Where the text starts in the query. */
  textFrom: number;
  /** What is typed; filters that are complete become chips. */
  type: (text: string, caret: number) => void;
  /** Replaces the query at once. */
  set: (query: string) => void;
  removeLast: () => void;
  remove: (index: number) => void;
  replace: (index: number, chip: string) => void;
  /** Puts a chip into the text. */
  edit: (index: number) => void;
  /** Turns everything complete into chips. */
  settle: () => void;
}

/** Chips and text of the search box, and the query in the address that they are. */
export function useSearchText(
  q: string,
  onQuery: (q: string) => void,
  /** A filter that was typed, as the server reads it. */
  read: (chip: string) => string,
): SearchText {
  const [split, setSplit] = useState<SplitQuery>(() => settled(q));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(q);
  const query = joinQuery(split);

  // Filters are also added and removed elsewhere, and by going back.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    clearTimeout(timer.current);
    setSplit(settled(q));
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (next: SplitQuery, waitMs: number): void => {
    setSplit(next);
    clearTimeout(timer.current);
    const send = (): void => {
      sent.current = joinQuery(next);
      onQuery(sent.current);
    };
    if (waitMs === 0) send();
    else timer.current = setTimeout(send, waitMs);
  };
  const typed = (text: string, until: number): SplitQuery => {
    const { chips, text: rest } = splitQuery(text, until);
    return { chips: [...split.chips, ...chips.map(read)], text: rest };
  };
  return {
    ...split,
    query,
    textFrom: split.chips.length === 0 ? 0 : split.chips.join(' ').length + 1,
    type: (text, caret) => change(typed(text, caret), TYPING_MS),
    set: (next) => change(splitQuery(next, next.endsWith(' ') ? undefined : next.length), 0),
    removeLast: () => change({ chips: split.chips.slice(0, -1), text: split.text }, 0),
    remove: (index) => change({ chips: split.chips.filter((_, at) => at !== index), text: split.text }, 0),
    replace: (index, chip) => change({ chips: split.chips.with(index, chip), text: split.text }, 0),
    edit: (index) => {
      const text = [split.text.trim(), split.chips[index] ?? ''].filter(Boolean).join(' ');
      change({ chips: split.chips.filter((_, at) => at !== index), text }, 0);
    },
    settle: () => change(typed(split.text, Number.POSITIVE_INFINITY), 0),
  };
}

/** A query that is not being typed. */
function settled(q: string): SplitQuery {
  const { chips, text } = splitQuery(q);
  return { chips, text: text.trim() };
}
