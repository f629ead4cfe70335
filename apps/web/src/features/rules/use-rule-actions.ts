import { useLingui } from '@lingui/react/macro';
import { problemOf } from '../../lib/errors';
import { notifyProblem } from '../../lib/notifications';
import { done } from '../../lib/undo';
import { fieldsOf, type RuleFields, type ShownRule } from './rules';
import { useCreateRule, useDeleteRule, useReplaceRule } from './rules.queries';

export interface RuleActions {
  /** These two reject with what the server refused. */
  create: (fields: RuleFields) => Promise<ShownRule>;
  replace: (before: ShownRule, fields: RuleFields) => Promise<void>;
  /** These say why when they fail. */
  setEnabled: (rule: ShownRule, enabled: boolean) => Promise<void>;
  remove: (rule: ShownRule) => Promise<void>;
}

/** Changes of rules with their undo. */
export function useRuleActions(organizationId: string): RuleActions {
  const { t } = useLingui();
  const create = useCreateRule(organizationId);
  const replace = useReplaceRule(organizationId);
  const remove = useDeleteRule(organizationId);
  const sayWhy = (error: unknown): void => {
    notifyProblem(problemOf(error, t`The server does not respond. Check the connection and try again.`));
  };
  const ignore = (): void => undefined;
  return {
    create: async (fields) => {
      const rule = await create.mutateAsync(fields);
      done(t`The rule “${rule.name}” was created.`, t`Undo`, () => remove.mutateAsync(rule.id).then(ignore, sayWhy));
      return rule;
    },
    replace: async (before, fields) => {
      await replace.mutateAsync({ ruleId: before.id, fields });
      done(t`The rule “${fields.name}” was changed.`, t`Undo`, () =>
        replace.mutateAsync({ ruleId: before.id, fields: fieldsOf(before) }).then(ignore, sayWhy),
      );
    },
    setEnabled: async (rule, enabled) => {
      const before = fieldsOf(rule);
      const switchTo = (value: boolean) =>
        replace.mutateAsync({ ruleId: rule.id, fields: { ...before, enabled: value } });
      await switchTo(enabled).then(
        () =>
          done(enabled ? t`The rule “${rule.name}” is on.` : t`The rule “${rule.name}” is off.`, t`Undo`, () =>
            switchTo(!enabled).then(ignore, sayWhy),
          ),
        sayWhy,
      );
    },
    remove: async (rule) => {
      await remove
        .mutateAsync(rule.id)
        .then(
          () =>
            done(t`The rule “${rule.name}” was deleted. The tags it added stay.`, t`Undo`, () =>
              create.mutateAsync(fieldsOf(rule)).then(ignore, sayWhy),
            ),
          sayWhy,
        );
    },
  };
}
