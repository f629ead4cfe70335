import { useLingui } from '@lingui/react/macro';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { fieldsOf, hasOptions, type Property, type PropertyFields } from './properties';
import {
  useCreateProperty,
  useDeleteProperty,
  useHideProperty,
  useReorderProperties,
  useUpdateProperty,
} from './properties.queries';

export interface PropertyActions {
  /** These reject with what the server refused. */
  create: (fields: PropertyFields, displayOrder: number) => Promise<void>;
  update: (before: Property, fields: PropertyFields) => Promise<void>;
  /** These say why when they fail. */
  reorder: (before: readonly string[], after: readonly string[]) => Promise<void>;
  hide: (property: Property, hidden: boolean) => Promise<void>;
  remove: (property: Property) => Promise<boolean>;
  isDeleting: boolean;
}

/** Changes of custom properties, with their undo where nothing is lost by it. */
export function usePropertyActions(organizationId: string): PropertyActions {
  const { t } = useLingui();
  const create = useCreateProperty(organizationId);
  const update = useUpdateProperty(organizationId);
  const reorder = useReorderProperties(organizationId);
  const hide = useHideProperty(organizationId);
  const remove = useDeleteProperty(organizationId);
  const done = useDone();
  const showProblem = useShowProblem();
  return {
    create: async (fields, displayOrder) => {
      const property = await create.mutateAsync({ fields, displayOrder });
      done(t`Property “${property.name}” created.`, () => remove.mutateAsync(property.id));
    },
    update: async (before, fields) => {
      const property = await update.mutateAsync({ property: before, fields });
      const text = t`Property “${property.name}” saved.`;
      const kept = new Set(property.options.map(({ id }) => id));
      // Options that were deleted come back without their values: no undo.
      if (hasOptions(before.type) && before.options.some(({ id }) => !kept.has(id))) return void notify(text);
      done(text, () => update.mutateAsync({ property: before, fields: fieldsOf(before) }));
    },
    reorder: (before, after) =>
      reorder.mutateAsync(after).then(() => {
        done(t`Order saved.`, () => reorder.mutateAsync(before));
      }, showProblem),
    hide: ({ id: propertyId, name }, hidden) =>
      hide.mutateAsync({ propertyId, hidden }).then(() => {
        const text = hidden ? t`Property “${name}” hidden.` : t`Property “${name}” shown again.`;
        done(text, () => hide.mutateAsync({ propertyId, hidden: !hidden }));
      }, showProblem),
    remove: (property) =>
      remove.mutateAsync(property.id).then(
        () => {
          notify(t`Property “${property.name}” deleted.`);
          return true;
        },
        (error: unknown) => {
          showProblem(error);
          return false;
        },
      ),
    isDeleting: remove.isPending,
  };
}
