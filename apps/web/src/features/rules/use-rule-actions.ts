import { useLingui } from '@lingui/react/macro';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { fieldsOf, type RuleFields, type ShownRule } from './rules';
import { useCreateRule, useDeleteRule, useReplaceRule } from './rules.queries';

export interface RuleActions {
  /** These reject with what the server refused. */
  create: (fields: RuleFields) => Promise<ShownRule>;
  replace: (before: ShownRule, fields: RuleFields) => Promise<void>;
  setEnabled: (rule: ShownRule, enabled: boolean) => Promise<void>;
  /** Says why when it fails. */
  remove: (rule: ShownRule) => Promise<void>;
}

/** Changes of rules with their undo. */
export function useRuleActions(organizationId: string): RuleActions {
  const { t } = useLingui();
  const create = useCreateRule(organizationId);
  const replace = useReplaceRule(organizationId);
  const remove = useDeleteRule(organizationId);
  const done = useDone();
  const showProblem = useShowProblem();
  return {
    create: async (fields) => {
      const rule = await create.mutateAsync(fields);
      done(t`Rule “${rule.name}” created.`, () => remove.mutateAsync(rule.id));
      return rule;
    },
    replace: async (before, fields) => {
      await replace.mutateAsync({ ruleId: before.id, fields });
      done(t`Rule “${fields.name}” saved.`, () => replace.mutateAsync({ ruleId: before.id, fields: fieldsOf(before) }));
    },
    setEnabled: (rule, enabled) => replace.mutateAsync({ ruleId: rule.id, fields: { ...fieldsOf(rule), enabled } }),
    remove: (rule) =>
      remove
        .mutateAsync(rule.id)
        .then(
          () => done(t`Rule “${rule.name}” deleted. Tags it added stay.`, () => create.mutateAsync(fieldsOf(rule))),
          showProblem,
        ),
  };
}
