import { Plural, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { MergeTagDialog } from './merge-tag-dialog';
import { TagDialog } from './tag-dialog';
import { pathOf } from './tags';
import { fieldsOf, type ListedTag } from './tags.queries';
import type { TagActions } from './use-tag-actions';

/** What is open over the list. */
export type OpenedTag = { kind: 'create'; color: string } | { kind: 'delete' | 'edit' | 'merge'; tag: ListedTag };

export interface TagDialogsProps {
  organizationId: string;
  opened: OpenedTag;
  tags: readonly ListedTag[];
  actions: TagActions;
  onClose: () => void;
}

export function TagDialogs({ organizationId, opened, tags, actions, onClose }: TagDialogsProps) {
  const { t } = useLingui();
  if (opened.kind === 'create') {
    return (
      <TagDialog
        title={t`New tag`}
        action={t`Create`}
        initial={{ name: '', color: opened.color, description: '', parentId: '' }}
        parents={tags}
        onClose={onClose}
        onSave={actions.create}
      />
    );
  }
  const { tag } = opened;
  if (opened.kind === 'edit') {
    return (
      <TagDialog
        title={t`Edit tag`}
        action={t`Save`}
        initial={fieldsOf(tag)}
        parents={tags.filter(({ id }) => !pathOf(tags, id).includes(tag.id))}
        onClose={onClose}
        onSave={(fields) => actions.update(tag, fields)}
      />
    );
  }
  if (opened.kind === 'merge') {
    const others = tags.filter(({ id }) => id !== tag.id);
    return <MergeTagDialog {...{ organizationId, tag, others, onClose }} />;
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t`Delete tag “${tag.name}”?`}
      action={t`Delete tag`}
      isBusy={actions.isDeleting}
      onConfirm={() => void actions.remove(tag).then(onClose)}
    >
      <p>
        <Plural
          value={tag.documentsCount}
          _0="No document has it. Tagging rules lose it, too."
          one="# document and all tagging rules lose it. The document itself stays. This cannot be undone."
          other="# documents and all tagging rules lose it. The documents themselves stay. This cannot be undone."
        />
      </p>
    </ConfirmDialog>
  );
}
