import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { optimisticUpdate } from '../../lib/optimistic-update';
import { wholeList } from '../../lib/whole-list';
import { bodyOf, sentCondition, type Conditions, type RuleFields } from './rules';

/** Of the list, when a request does not say how many. */
const RULES_ON_PAGE = 500;

export const allRules = (organizationId: string) =>
  queryOptions({
    queryKey: ['rules', organizationId, 'list'],
    queryFn: ({ signal }) =>
      wholeList(
        async (query) => {
          const path = { organizationId };
          return (await api.request('GET /api/organizations/{organizationId}/tagging-rules', { path, query, signal }))
            .taggingRules;
        },
        { pageSize: RULES_ON_PAGE },
      ),
  });

export const oneRule = (organizationId: string, taggingRuleId: string) =>
  queryOptions({
    queryKey: ['rules', organizationId, 'one', taggingRuleId],
    queryFn: async ({ signal }) => {
      const path = { organizationId, taggingRuleId };
      const route = 'GET /api/organizations/{organizationId}/tagging-rules/{taggingRuleId}';
      return (await api.request(route, { path, signal })).taggingRule;
    },
  });

/** How many documents a rule with these conditions matches now. */
export const rulePreview = (organizationId: string, conditions: Conditions) =>
  queryOptions({
    queryKey: ['rules', organizationId, 'preview', conditions],
    queryFn: ({ signal }) =>
      api.request('POST /api/organizations/{organizationId}/tagging-rules/preview', {
        path: { organizationId },
        body: { ...conditions, conditions: conditions.conditions.map(sentCondition) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });

export function useCreateRule(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (fields: RuleFields) => {
      const path = { organizationId };
      const body = bodyOf(fields);
      return (await api.request('POST /api/organizations/{organizationId}/tagging-rules', { path, body })).taggingRule;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['rules', organizationId] }),
  });
}

interface RuleReplacement {
  ruleId: string;
  fields: RuleFields;
}

export function useReplaceRule(organizationId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = allRules(organizationId);
  return useMutation({
    mutationFn: async ({ ruleId, fields }: RuleReplacement) => {
      const path = { organizationId, taggingRuleId: ruleId };
      const route = 'PUT /api/organizations/{organizationId}/tagging-rules/{taggingRuleId}';
      await api.request(route, { path, body: bodyOf(fields) });
    },
    ...optimisticUpdate(queryClient, queryKey, (rules, { ruleId, fields: { name, enabled } }: RuleReplacement) =>
      rules.map((rule) => (rule.id === ruleId ? { ...rule, name, enabled } : rule)),
    ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['rules', organizationId] }),
  });
}

export function useDeleteRule(organizationId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = allRules(organizationId);
  return useMutation({
    mutationFn: (ruleId: string) =>
      api.request('DELETE /api/organizations/{organizationId}/tagging-rules/{taggingRuleId}', {
        path: { organizationId, taggingRuleId: ruleId },
      }),
    ...optimisticUpdate(queryClient, queryKey, (rules, ruleId: string) => rules.filter(({ id }) => id !== ruleId)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['rules', organizationId] }),
  });
}

/** Starts the task that adds the tags of a rule to the documents that are there. */
export function useApplyRule(organizationId: string) {
  return useMutation({
    mutationFn: async (ruleId: string) => {
      const path = { organizationId, taggingRuleId: ruleId };
      const route = 'POST /api/organizations/{organizationId}/tagging-rules/{taggingRuleId}/apply';
      return (await api.request(route, { path })).taskId;
    },
  });
}

/** After documents got tags. */
export function useRefreshDocuments(organizationId: string): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const resource of ['tags', 'documents'])
      void queryClient.invalidateQueries({ queryKey: [resource, organizationId] });
  };
}
