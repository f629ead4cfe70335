import type { OpenList } from './documents.queries';
import type { ActiveRow } from './use-active-row';
import type { Rows } from './use-rows';

/** What rows and cards need. */
export interface ListViewProps {
  list: OpenList;
  rows: Rows;
  count: number;
  active: ActiveRow;
  isSelected: (id: string) => boolean;
  /** Rows that others changed. */
  changed: ReadonlySet<string>;
  onSelect: (index: number, id: string, event: { shiftKey: boolean }) => void;
  onVisible: (first: number, last: number) => void;
}
