import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { TaskProgress } from '../task-progress';
import { fieldsOf, type ShownRule } from './rules';
import { followUpWord } from './rule-words';
import { RulePreview } from './rule-preview';
import { useUndoApplication } from './rule-runs.queries';
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
  const { t, i18n } = useLingui();
  const apply = useApplyRule(organizationId);
  const undo = useUndoApplication(organizationId);
  const [isDone, setIsDone] = useState(false);
  const refresh = useRefreshDocuments(organizationId);
  return (
    <Dialog isOpen onClose={onClose} title={t`Apply “${rule.name}” to existing documents`}>
      <p className="text-sm">
        <Trans>
          Matching documents get the rule’s tags and changes, even if the rule is off. No tags are removed. You can undo
          this for an hour.
        </Trans>
      </p>
      {rule.followUps.length === 0 ? null : (
        <p className="text-sm">
          <Trans>It also does this once per document, and this cannot be undone:</Trans>{' '}
          {rule.followUps.map(({ kind }) => followUpWord(i18n, kind)).join(' · ')}
        </p>
      )}
      {apply.data === undefined ? <RulePreview organizationId={organizationId} conditions={fieldsOf(rule)} /> : null}
      {apply.error ? <ErrorPanel error={apply.error} /> : null}
      {apply.data === undefined ? null : (
        <TaskProgress
          organizationId={organizationId}
          taskId={apply.data}
          label={t`Applying the rule`}
          onCompleted={() => {
            setIsDone(true);
            refresh();
          }}
          outcome={({ documentsCount }) => (
            <Plural
              value={Number(documentsCount ?? 0)}
              _0="Nothing was to be changed in the documents that it matches."
              one="# document was changed."
              other="# documents were changed."
            />
          )}
        />
      )}
      {undo.error ? <ErrorPanel error={undo.error} /> : null}
      {undo.data === undefined ? null : (
        <TaskProgress
          organizationId={organizationId}
          taskId={undo.data}
          label={t`Undoing the rule’s changes`}
          onCompleted={refresh}
          outcome={({ changedCount }) => (
            <Plural
              value={Number(changedCount ?? 0)}
              _0="Nothing was to be undone."
              one="# document is as it was before."
              other="# documents are as they were before."
            />
          )}
        />
      )}
      <div className="flex justify-end gap-2">
        {apply.data !== undefined && isDone && undo.data === undefined ? (
          <Button isBusy={undo.isPending} onClick={() => undo.mutate(apply.data)}>
            <Trans>Undo</Trans>
          </Button>
        ) : null}
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
