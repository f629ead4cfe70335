import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { TaskProgress } from '../task-progress';
import { fieldsOf, type ShownRule } from './rules';
import { RulePreview } from './rule-preview';
import { useApplyRule, useRefreshDocuments } from './rules.queries';

/** Adds the tags of a rule to the documents that are there. */
export function ApplyRuleDialog({
  organizationId,
  rule,
  onClose,
}: {
  organizationId: string;
  rule: ShownRule;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const apply = useApplyRule(organizationId);
  const refresh = useRefreshDocuments(organizationId);
  return (
    <Dialog isOpen onClose={onClose} title={t`Apply “${rule.name}” to existing documents`}>
      <p className="text-sm">
        <Trans>Documents that the rule matches get its tags, also while the rule is off. No tag is taken away.</Trans>
      </p>
      {apply.data === undefined ? <RulePreview organizationId={organizationId} conditions={fieldsOf(rule)} /> : null}
      {apply.error ? <ErrorPanel error={apply.error} /> : null}
      {apply.data === undefined ? null : (
        <TaskProgress
          organizationId={organizationId}
          taskId={apply.data}
          label={t`Applying the rule`}
          onCompleted={refresh}
          outcome={({ documentsCount }) => (
            <Plural
              value={Number(documentsCount ?? 0)}
              _0="Every document that it matches has the tags already."
              one="# document got new tags."
              other="# documents got new tags."
            />
          )}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{apply.isSuccess ? t`Close` : t`Cancel`}</Button>
        {apply.isSuccess ? null : (
          <Button kind="primary" isBusy={apply.isPending} onClick={() => apply.mutate(rule.id)}>
            <Trans>Apply</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  );
}
