import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { useRole } from '../session';
import { ApplyRuleDialog } from './apply-rule-dialog';
import { RuleForm } from './rule-form';
import { fieldsOf } from './rules';
import { oneRule } from './rules.queries';
import { useRuleActions } from './use-rule-actions';

export function RulePage() {
  const { t } = useLingui();
  const { organizationId, taggingRuleId } = useParams({
    from: '/signed-in/organizations/$organizationId/tagging-rules/$taggingRuleId',
  });
  const navigate = useNavigate();
  const { canEdit } = useRole(organizationId);
  const { data: rule, error, refetch } = useQuery(oneRule(organizationId, taggingRuleId));
  const actions = useRuleActions(organizationId);
  const [isApplying, setIsApplying] = useState(false);
  const leave = (): void =>
    void navigate({ to: '/organizations/$organizationId/tagging-rules', params: { organizationId } });
  return (
    <Page
      title={rule?.name ?? t`Tagging rule`}
      actions={
        rule && canEdit ? (
          <Button onClick={() => setIsApplying(true)}>
            <Play aria-hidden size={16} />
            <Trans>Apply to existing documents</Trans>
          </Button>
        ) : undefined
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {!rule && !error ? <Skeleton className="h-96" /> : null}
      {rule ? (
        <RuleForm
          key={rule.id}
          {...{ organizationId, canEdit }}
          initial={fieldsOf(rule)}
          action={t`Save`}
          onCancel={leave}
          onSave={async (fields) => {
            await actions.replace(rule, fields);
            leave();
          }}
        />
      ) : null}
      {rule && isApplying ? (
        <ApplyRuleDialog organizationId={organizationId} rule={rule} onClose={() => setIsApplying(false)} />
      ) : null}
    </Page>
  );
}
