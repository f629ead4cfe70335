import { useLingui } from '@lingui/react/macro';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { fieldsOf, hasOptions, type Property, type PropertyFields } from './properties';
import { useCreateProperty, useDeleteProperty, useReorderProperties, useUpdateProperty } from './properties.queries';

export interface PropertyActions {
  /** These reject with what the server refused. */
  create: (fields: PropertyFields, displayOrder: number) => Promise<void>;
  update: (before: Property, fields: PropertyFields) => Promise<void>;
  /** These say why when they fail. */
  reorder: (before: readonly string[], after: readonly string[]) => Promise<void>;
  remove: (property: Property) => Promise<boolean>;
  isDeleting: boolean;
}

/** Changes of custom properties, with their undo where nothing is lost by it. */
export function usePropertyActions(organizationId: string): PropertyActions {
  const { t } = useLingui();
  const create = useCreateProperty(organizationId);
  const update = useUpdateProperty(organizationId);
  const reorder = useReorderProperties(organizationId);
  const remove = useDeleteProperty(organizationId);
  const done = useDone();
  const showProblem = useShowProblem();
  return {
    create: async (fields, displayOrder) => {
      const property = await create.mutateAsync({ fields, displayOrder });
      done(t`The property “${property.name}” was created.`, () => remove.mutateAsync(property.id));
    },
    update: async (before, fields) => {
      const property = await update.mutateAsync({ propertyId: before.id, fields });
      const text = t`The property “${property.name}” was changed.`;
      const kept = new Set(property.options.map(({ id }) => id));
      // Options that were deleted come back without their values: no undo.
      if (hasOptions(before.type) && before.options.some(({ id }) => !kept.has(id))) return void notify(text);
      done(text, () => update.mutateAsync({ propertyId: before.id, fields: fieldsOf(before) }));
    },
    reorder: (before, after) =>
      reorder.mutateAsync(after).then(() => {
        done(t`The order was changed.`, () => reorder.mutateAsync(before));
      }, showProblem),
    remove: (property) =>
      remove.mutateAsync(property.id).then(
        () => {
          notify(t`The property “${property.name}” was deleted.`);
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
