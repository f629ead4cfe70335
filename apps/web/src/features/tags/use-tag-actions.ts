import { useLingui } from '@lingui/react/macro';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { fieldsOf, useCreateTag, useDeleteTag, useUpdateTag, type ListedTag, type TagFields } from './tags.queries';

export interface TagActions {
  /** These reject with what the server refused. */
  create: (fields: TagFields) => Promise<void>;
  update: (tag: ListedTag, fields: TagFields) => Promise<void>;
  /** Says why when it fails. */
  remove: (tag: ListedTag) => Promise<void>;
  isDeleting: boolean;
}

/** Changes of tags with their undo. */
export function useTagActions(organizationId: string): TagActions {
  const { t } = useLingui();
  const create = useCreateTag(organizationId);
  const update = useUpdateTag(organizationId);
  const remove = useDeleteTag(organizationId);
  const done = useDone();
  const showProblem = useShowProblem();
  return {
    create: async (fields) => {
      const tag = await create.mutateAsync(fields);
      done(t`Tag “${tag.name}” created.`, () => remove.mutateAsync(tag.id));
    },
    update: async (tag, fields) => {
      const before = fieldsOf(tag);
      await update.mutateAsync({ tagId: tag.id, fields });
      done(t`Tag “${fields.name}” saved.`, () => update.mutateAsync({ tagId: tag.id, fields: before }));
    },
    remove: async (tag) => {
      await remove.mutateAsync(tag.id).then(() => void notify(t`Tag “${tag.name}” deleted.`), showProblem);
    },
    isDeleting: remove.isPending,
  };
}
