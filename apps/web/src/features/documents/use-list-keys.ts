import { useLingui } from '@lingui/react/macro';
import { useKeys } from '../../lib/keyboard';

export interface ListActions {
  move: (by: number) => void;
  extend: (by: number) => void;
  toggle: () => void;
  selectAll: () => void;
  clear: () => void;
  peek: () => void;
  open: () => void;
  act: (name: 'date' | 'download' | 'rename' | 'tags' | 'trash') => void;
}

/** The keys of a list of documents. */
export function useListKeys(actions: ListActions): void {
  const { t } = useLingui();
  const group = t`Documents`;
  const onControl = (event: KeyboardEvent): boolean =>
    event.target instanceof Element && event.target.closest('button,input,select,summary') !== null;
  useKeys([
    { keys: 'j', label: t`Next document`, group, repeats: true, run: () => actions.move(1) },
    { keys: 'k', label: t`Previous document`, group, repeats: true, run: () => actions.move(-1) },
    { keys: 'x', label: t`Select`, group, run: actions.toggle },
    { keys: 'Shift+J', label: t`Extend selection to next`, group, run: () => actions.extend(1) },
    { keys: 'Shift+K', label: t`Extend selection to previous`, group, run: () => actions.extend(-1) },
    { keys: '$mod+A', label: t`Select all`, group, run: actions.selectAll },
    { keys: 'Escape', label: t`Clear selection`, group, run: actions.clear },
    { keys: 'Space', label: t`Preview`, group, when: (event) => !onControl(event), run: actions.peek },
    { keys: ']', label: t`Preview`, group, run: actions.peek },
    { keys: 'Enter', label: t`Open`, group, when: (event) => !onControl(event) && !onLink(event), run: actions.open },
    { keys: 't', label: t`Tags`, group, run: () => actions.act('tags') },
    { keys: 'd', label: t`Date`, group, run: () => actions.act('date') },
    { keys: 'r', label: t`Rename`, group, run: () => actions.act('rename') },
    { keys: 'Shift+D', label: t`Download`, group, run: () => actions.act('download') },
    { keys: '#', label: t`Move to trash`, group, run: () => actions.act('trash') },
    { keys: 'ArrowDown', label: t`Next document`, group, repeats: true, when: inList, run: () => actions.move(1) },
    { keys: 'ArrowUp', label: t`Previous document`, group, repeats: true, when: inList, run: () => actions.move(-1) },
  ]);
}

/** A link has Enter already. */
const onLink = (event: KeyboardEvent): boolean => event.target instanceof Element && event.target.closest('a') !== null;

const inList = (event: KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest('[data-document]') !== null;
