import { useLingui } from '@lingui/react/macro';
import { problemOf } from '../../lib/errors';
import { notify, notifyProblem } from '../../lib/notifications';
import { done } from '../../lib/undo';
import { useCreateTag, useDeleteTag, useUpdateTag, type ListedTag, type TagFields } from './tags.queries';

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
  const sayWhy = (error: unknown): void => {
    notifyProblem(problemOf(error, t`The server does not respond. Check the connection and try again.`));
  };
  return {
    create: async (fields) => {
      const tag = await create.mutateAsync(fields);
      done(t`The tag “${tag.name}” was created.`, t`Undo`, () => remove.mutateAsync(tag.id).then(ignore, sayWhy));
    },
    update: async (tag, fields) => {
      const before = { name: tag.name, color: tag.color, description: tag.description ?? '' };
      await update.mutateAsync({ tagId: tag.id, fields });
      done(t`The tag “${fields.name}” was changed.`, t`Undo`, () =>
        update.mutateAsync({ tagId: tag.id, fields: before }).then(ignore, sayWhy),
      );
    },
    remove: async (tag) => {
      await remove.mutateAsync(tag.id).then(() => void notify(t`The tag “${tag.name}” was deleted.`), sayWhy);
    },
    isDeleting: remove.isPending,
  };
}

const ignore = (): void => undefined;
