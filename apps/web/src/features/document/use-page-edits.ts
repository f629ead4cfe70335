import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatNumber } from '../../lib/format';
import {
  allSelected,
  meantPages,
  movedBy,
  movedTo,
  pagesOfFile,
  placeOf,
  removed,
  turned,
  undone,
  type PageEdits,
} from './page-edits';
import type { PageAction } from './page-tools';

export interface PageEditing {
  edits: PageEdits;
  /** What was done last, else what is selected, for screen readers too. */
  status: string;
  select: (edits: PageEdits) => void;
  /** `by`: places. */
  act: (action: PageAction, by?: number) => void;
  /** Moves the pages that are meant before the page that is at `index` now. */
  moveTo: (index: number) => void;
}

/** Changes of the pages of a file, each with a sentence that says what was done. */
export function usePageEdits(pagesCount: number): PageEditing {
  const { t } = useLingui();
  const [edits, setEdits] = useState(() => pagesOfFile(pagesCount));
  const [said, setSaid] = useState('');
  const pagesText = (count: number): string => plural(count, { one: '# page', other: '# pages' });
  const change = (next: PageEdits, text: string): void => {
    if (next === edits) return;
    setEdits(next);
    setSaid(text);
  };
  const move = (next: PageEdits): void => {
    const { from, to } = placeOf(next);
    const all = formatNumber(next.pages.length);
    const text =
      from === to
        ? t`Moved to place ${formatNumber(from)} of ${all}.`
        : t`Moved to places ${formatNumber(from)} to ${formatNumber(to)} of ${all}.`;
    change(next, text);
  };
  const act = (action: PageAction, by = 1): void => {
    const count = pagesText(meantPages(edits).size);
    switch (action) {
      case 'turn-left':
        return change(turned(edits, 270), t`Turned to the left: ${count}.`);
      case 'turn-right':
        return change(turned(edits, 90), t`Turned to the right: ${count}.`);
      case 'remove': {
        const next = removed(edits);
        if (next === edits) return setSaid(t`A document needs at least one page.`);
        return change(next, t`Left out: ${count}.`);
      }
      case 'move-back':
        return move(movedBy(edits, -by));
      case 'move-on':
        return move(movedBy(edits, by));
      case 'undo':
        return change(undone(edits), t`The last change was undone.`);
      case 'select-all':
        return select(allSelected(edits));
      case 'select-none':
        return select({ ...edits, selected: new Set() });
    }
  };
  const select = (next: PageEdits): void => {
    setEdits(next);
    setSaid('');
  };
  const selected = edits.selected.size;
  const chosen =
    selected > 0
      ? plural(selected, { one: '# page selected', other: '# pages selected' })
      : pagesText(edits.pages.length);
  return { edits, status: said === '' ? chosen : said, select, act, moveTo: (index) => move(movedTo(edits, index)) };
}
