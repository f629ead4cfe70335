import { useLingui } from '@lingui/react/macro';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import type { ListedProperty, Role } from './lists';
import {
  useAddOption,
  useChangeList,
  useDeleteOption,
  useRenameOption,
  type ListedOption,
} from './property-lists.queries';

export interface ListActions {
  /** These reject with what the server refused. */
  create: (name: string) => Promise<void>;
  rename: (option: ListedOption, name: string) => Promise<void>;
  renameList: (name: string) => Promise<void>;
  /** These say why when they fail. */
  hide: (isHidden: boolean) => Promise<void>;
  remove: (option: ListedOption) => Promise<void>;
  isDeleting: boolean;
}

/** Changes of a list and its entries, with their undo where nothing is lost by it. */
export function useListActions(organizationId: string, role: Role, property: ListedProperty | undefined): ListActions {
  const { t } = useLingui();
  const propertyId = property?.id ?? '';
  const add = useAddOption(organizationId, role);
  const change = useChangeList(organizationId, role);
  const rename = useRenameOption(organizationId, propertyId);
  const remove = useDeleteOption(organizationId, propertyId);
  const done = useDone();
  const showProblem = useShowProblem();
  return {
    create: async (name) => {
      const option = await add.mutateAsync(name);
      notify(t`“${option.name}” created.`);
    },
    rename: async (option, name) => {
      await rename.mutateAsync({ optionId: option.id, name });
      done(t`“${option.name}” renamed to “${name}”.`, () =>
        rename.mutateAsync({ optionId: option.id, name: option.name }),
      );
    },
    renameList: async (name) => {
      await change.mutateAsync({ name });
    },
    hide: async (hidden) => {
      await change.mutateAsync({ hidden }).then(() => {
        const text = hidden ? t`Hidden. You can still find it under “Properties”.` : t`Shown again.`;
        done(text, () => change.mutateAsync({ hidden: !hidden }));
      }, showProblem);
    },
    remove: async (option) => {
      await remove.mutateAsync(option.id).then(() => void notify(t`“${option.name}” deleted.`), showProblem);
    },
    isDeleting: remove.isPending,
  };
}
