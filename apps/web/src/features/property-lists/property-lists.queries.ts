import { useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type CountedOptionView } from '../../lib/api';
import { addOption, ensureRole } from '../../lib/property-of-role.queries';
import { wholeList } from '../../lib/whole-list';
import { nameOfRole, type Role } from './lists';

export type ListedOption = CountedOptionView;

const ONE = '/api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}';

/** The options of a property with the number of their documents. */
export const optionsOf = (organizationId: string, propertyDefinitionId: string) =>
  queryOptions({
    queryKey: ['properties', organizationId, 'options', propertyDefinitionId],
    queryFn: ({ signal }) => {
      const path = { organizationId, propertyDefinitionId };
      return wholeList(async (query) => (await api.request(`GET ${ONE}/options`, { path, query, signal })).options);
    },
  });

/** Adds an option to the property of a role, and the property if there is none, with a name in the language of the person. */
export function useAddOption(organizationId: string, role: Role) {
  const { i18n } = useLingui();
  const refresh = useRefreshLists(organizationId);
  return useMutation({
    mutationFn: async (name: string) => {
      const { id } = await ensureRole(organizationId, role, nameOfRole(i18n, role));
      return addOption(organizationId, id, name);
    },
    onSettled: refresh,
  });
}

/** Renames, hides or shows the list. */
export function useChangeList(organizationId: string, role: Role) {
  const { i18n } = useLingui();
  const refresh = useRefreshLists(organizationId);
  return useMutation({
    mutationFn: async (body: { name?: string; hidden?: boolean }) => {
      const path = {
        organizationId,
        propertyDefinitionId: (await ensureRole(organizationId, role, nameOfRole(i18n, role))).id,
      };
      return (await api.request(`PUT ${ONE}`, { path, body })).propertyDefinition;
    },
    onSettled: refresh,
  });
}

export function useRenameOption(organizationId: string, propertyDefinitionId: string) {
  const refresh = useRefreshLists(organizationId);
  return useMutation({
    mutationFn: async ({ optionId, name }: { optionId: string; name: string }) => {
      const path = { organizationId, propertyDefinitionId, optionId };
      return (await api.request(`PUT ${ONE}/options/{optionId}`, { path, body: { name } })).option;
    },
    onSettled: refresh,
  });
}

export function useDeleteOption(organizationId: string, propertyDefinitionId: string) {
  const refresh = useRefreshLists(organizationId);
  return useMutation({
    mutationFn: (optionId: string) =>
      api.request(`DELETE ${ONE}/options/{optionId}`, { path: { organizationId, propertyDefinitionId, optionId } }),
    onSettled: refresh,
  });
}

/** Starts the task that gives all documents and rules of an option another one, and deletes the option. */
export function useMergeOption(organizationId: string, propertyDefinitionId: string) {
  return useMutation({
    mutationFn: async ({ optionId, intoOptionId }: { optionId: string; intoOptionId: string }) => {
      const path = { organizationId, propertyDefinitionId, optionId };
      return (await api.request(`POST ${ONE}/options/{optionId}/merge`, { path, body: { intoOptionId } })).taskId;
    },
  });
}

/** What shows options by their name: documents and rules, too. */
export function useRefreshLists(organizationId: string): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const resource of ['properties', 'rules', 'documents'])
      void queryClient.invalidateQueries({ queryKey: [resource, organizationId] });
  };
}
