import { useLingui } from '@lingui/react/macro';
import { useCommands } from '../../lib/commands';
import { useKeys } from '../../lib/keyboard';
import { DATE_FIELD, startEditing, TAGS_FIELD } from '../document';

export interface InboxActions {
  canEdit: boolean;
  go: (by: number) => void;
  confirm: () => void;
  acceptAll: () => void;
  answerFirst: (isAccepted: boolean) => void;
  rename: () => void;
  open: () => void;
  trash: () => void;
}

/** A button or link that has the focus takes Enter for itself. */
const isFree = ({ target }: KeyboardEvent): boolean =>
  !(target instanceof Element) || target.closest('a,button,input,select,summary,textarea') === null;

/** Keys and palette actions of the inbox. */
export function useInboxKeys(actions: InboxActions): void {
  const { t } = useLingui();
  const { canEdit, go } = actions;
  const group = t`Inbox`;
  const edits = [
    { keys: 'e', label: t`Confirm and go to next`, group, run: actions.confirm },
    { keys: 'Enter', label: t`Confirm and go to next`, group, when: isFree, run: actions.confirm },
    { keys: '$mod+Enter', label: t`Confirm and go to next`, group, inFields: true, run: actions.confirm },
    { keys: 'a', label: t`Accept all suggestions`, group, run: actions.acceptAll },
    { keys: 'y', label: t`Accept first suggestion`, group, run: () => actions.answerFirst(true) },
    { keys: 'x', label: t`Dismiss first suggestion`, group, run: () => actions.answerFirst(false) },
    { keys: 'r', label: t`Rename`, group, run: actions.rename },
    { keys: 't', label: t`Change tags`, group, run: () => startEditing(TAGS_FIELD) },
    { keys: 'd', label: t`Change date`, group, run: () => startEditing(DATE_FIELD) },
    { keys: '#', label: t`Move to trash`, group, run: actions.trash },
  ];
  const keys = [
    { keys: 'j', label: t`Next document`, group, repeats: true, run: () => go(1) },
    { keys: 'k', label: t`Previous document`, group, repeats: true, run: () => go(-1) },
    ...(canEdit ? edits : []),
    { keys: 'o', label: t`Open`, group, run: actions.open },
  ];
  useKeys(keys);
  useCommands(
    keys
      .filter(({ keys: each }) => !['Enter', '$mod+Enter'].includes(each))
      .map(({ keys: each, label, run }) => ({
        ...{ id: `inbox ${each}`, label, group, keys: each },
        run,
      })),
  );
}
