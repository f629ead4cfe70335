import { useNavigate } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ActionName } from './action-bar';
import type { BatchBodyOf, DocumentView, OpenList, TagView } from './documents.queries';
import { extended, isSelected, NOTHING, sizeOf, toggled, type Selection } from './selection';
import type { ActiveRow } from './use-active-row';
import { useBatches, type Target } from './use-batches';
import { useDownloadAction, type DownloadAction } from './use-download-action';
import { useListKeys } from './use-list-keys';
import { useRenameDocument } from './use-rename-document';
import type { Rows } from './use-rows';

export interface DocumentActions extends DownloadAction {
  selected: number;
  isAll: boolean;
  isSelected: (id: string) => boolean;
  onSelect: (index: number, id: string, event: { shiftKey: boolean }) => void;
  selectAll: () => void;
  clear: () => void;
  isPeeking: boolean;
  setIsPeeking: (isPeeking: boolean) => void;
  dialog: ActionName | undefined;
  setDialog: (dialog: ActionName | undefined) => void;
  /** The documents that are selected, in the order of the selection, with what is known of them. */
  selection: readonly { id: string; document: DocumentView | undefined }[];
  /** The documents that a dialog is about, as far as they are known. */
  documents: readonly DocumentView[];
  setTag: (tag: TagView, isAdded: boolean) => void;
  setDate: (documentDate: string | null) => void;
  setProperty: (change: Pick<BatchBodyOf<'properties'>, 'clear' | 'set'>) => void;
  trash: () => void;
  readAgain: () => void;
  rename: (document: DocumentView, name: string) => void;
}

/** Selection, keys and actions of a list. Without a selection the active row is meant. */
export function useDocumentActions({
  list,
  rows,
  count,
  active,
  canEdit,
}: {
  list: OpenList;
  rows: Rows;
  count: number;
  active: ActiveRow;
  canEdit: boolean;
}): DocumentActions {
  const { organizationId, q } = list;
  const navigate = useNavigate();
  const batches = useBatches(organizationId);
  const rename = useRenameDocument(organizationId);
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [isPeeking, setIsPeeking] = useState(false);
  const [dialog, setDialog] = useState<ActionName>();
  // Before a key or a click can select in the new list.
  useLayoutEffect(() => setSelection(NOTHING), [q, organizationId]);

  const idAt = (index: number): string | undefined => rows.at(index)?.id;
  const selected = sizeOf(selection, count);
  const known = (): Map<string, DocumentView> => new Map([...rows.loaded().values()].map((each) => [each.id, each]));
  const target = (): Target | undefined => {
    if (selection.isAll) return { ids: undefined, query: q, count };
    const activeId = idAt(active.index);
    const ids = selection.ids.size > 0 ? [...selection.ids] : activeId === undefined ? [] : [activeId];
    return ids.length > 0 ? { ids, query: q, count: ids.length } : undefined;
  };
  const withTarget = (act: (meant: Target) => void): void => {
    const meant = target();
    if (meant && canEdit) act(meant);
  };
  const extendTo = async (index: number): Promise<void> => {
    await rows.load(Math.min(selection.anchor, index), Math.max(selection.anchor, index));
    const ids = rows.loaded();
    setSelection((before) => extended(before, index, (at) => ids.get(at)?.id));
  };
  const select = (index: number, id: string, { shiftKey }: { shiftKey: boolean }): void => {
    active.set(index);
    if (shiftKey) void extendTo(index);
    else setSelection((before) => toggled(before, id, index, [...known().keys()]));
  };
  // Rows are kept as they are while their properties stay the same.
  const present = useRef(select);
  present.current = select;
  const onSelect = useCallback<typeof select>((index, id, event) => present.current(index, id, event), []);

  const trash = (): void =>
    withTarget((meant) => {
      batches.trash(meant);
      setSelection(NOTHING);
    });
  const downloading = useDownloadAction(organizationId, q, target);
  useListKeys({
    move: (by) => void active.move(by),
    extend: (by) => {
      if (selection.ids.size === 0 && active.index >= 0) {
        const id = idAt(active.index);
        if (id !== undefined) setSelection({ ids: new Set([id]), isAll: false, anchor: active.index });
      }
      void extendTo(active.move(by));
    },
    toggle: () => {
      const id = idAt(active.index);
      if (id !== undefined) onSelect(active.index, id, { shiftKey: false });
    },
    selectAll: () => setSelection({ ids: new Set(), isAll: true, anchor: 0 }),
    clear: () => {
      if (selected > 0) setSelection(NOTHING);
      else setIsPeeking(false);
    },
    peek: () => setIsPeeking(!isPeeking),
    open: () => {
      const documentId = idAt(active.index);
      if (documentId === undefined) return;
      void navigate({
        to: '/organizations/$organizationId/documents/$documentId',
        params: { organizationId, documentId },
        search: { ...list.inAddress, at: active.index },
      });
    },
    act: (name) => {
      if (name === 'trash') trash();
      else if (name === 'download') downloading.download();
      else withTarget(() => setDialog(name));
    },
  });

  const ids = new Set(target()?.ids);
  return {
    ...{ selected, isPeeking, setIsPeeking, dialog, setDialog, trash, rename, onSelect, ...downloading },
    isAll: selection.isAll,
    isSelected: (id) => isSelected(selection, id),
    selectAll: () => setSelection({ ids: new Set(), isAll: true, anchor: 0 }),
    clear: () => setSelection(NOTHING),
    selection: dialog === 'merge' ? [...selection.ids].map((id) => ({ id, document: known().get(id) })) : [],
    documents: dialog === undefined ? [] : [...known().values()].filter(({ id }) => ids.has(id)),
    setTag: (tag, isAdded) => withTarget((meant) => batches.setTag(meant, tag, isAdded, known())),
    setDate: (documentDate) => withTarget((meant) => batches.setDate(meant, documentDate)),
    setProperty: (change) => withTarget((meant) => batches.setProperty(meant, change)),
    readAgain: () => withTarget(batches.readAgain),
  };
}
