import { useLingui } from '@lingui/react/macro';
import { useCommands } from '../../lib/commands';
import { useKeys } from '../../lib/keyboard';
import type { PanelTab } from './document-panel';
import { DATE_FIELD, TAGS_FIELD } from './properties-tab';
import { startEditing } from './property-row';
import type { ListNavigation } from './use-list-place';

export interface DocumentActions {
  list: ListNavigation;
  mayEdit: boolean;
  isPanelOpen: boolean;
  showPanel: (isOpen: boolean) => void;
  showTab: (tab: PanelTab) => void;
  onRename: () => void;
  onEditText: () => void;
  onTrash: () => void;
  onShare: () => void;
  /** Undefined for what has no pages that can be changed. */
  onEditPages: (() => void) | undefined;
}

/** Keys and palette actions of the page of a document. */
export function useDocumentKeys(actions: DocumentActions): void {
  const { t } = useLingui();
  const { list, mayEdit, isPanelOpen, showPanel, showTab, onRename, onEditText, onTrash, onShare, onEditPages } =
    actions;
  const group = t`Document`;
  const edit = (run: () => void) => () => {
    if (mayEdit) run();
  };
  const focus = (id: string) =>
    edit(() => {
      showTab('properties');
      // The tab may have to be shown first.
      setTimeout(() => startEditing(id), 50);
    });
  const keys = [
    { keys: 'r', label: t`Rename`, group, run: edit(onRename) },
    { keys: 't', label: t`Change tags`, group, run: focus(TAGS_FIELD) },
    { keys: 'd', label: t`Change date`, group, run: focus(DATE_FIELD) },
    { keys: 'e', label: t`Edit text`, group, run: edit(onEditText) },
    { keys: 's', label: t`Share`, group, run: edit(onShare) },
    ...(onEditPages ? [{ keys: 'o', label: t`Edit pages`, group, run: edit(onEditPages) }] : []),
    { keys: '#', label: t`Move to trash`, group, run: edit(onTrash) },
    { keys: ']', label: t`Show or hide details`, group, run: () => showPanel(!isPanelOpen) },
    { keys: 'Shift+J', label: t`Next document`, group, run: () => list.goNext?.() },
    { keys: 'Shift+K', label: t`Previous document`, group, run: () => list.goPrevious?.() },
  ];
  useKeys(keys);
  useCommands(
    keys
      .filter(({ keys: each }) => mayEdit || each === ']' || each.startsWith('Shift'))
      .map(({ keys: each, label, run }) => ({ id: `document ${each}`, label, group, keys: each, run })),
  );
}
