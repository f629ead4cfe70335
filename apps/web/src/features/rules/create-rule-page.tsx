import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { useRole } from '../session';
import { ApplyRuleDialog } from './apply-rule-dialog';
import { RuleForm } from './rule-form';
import { fieldsOf, NEW_RULE, type ShownRule } from './rules';
import { oneRule } from './rules.queries';
import { useRuleActions } from './use-rule-actions';

/** A new rule, or one like another. Once it is made, the page asks whether to apply it to what is there. */
export function CreateRulePage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { from = '' } = useSearch({ from: '/signed-in/organizations/$organizationId/tagging-rules/create' });
  const navigate = useNavigate();
  const { canEdit } = useRole(organizationId);
  const { data: like, error } = useQuery({ ...oneRule(organizationId, from), enabled: from !== '' });
  const actions = useRuleActions(organizationId);
  const [created, setCreated] = useState<ShownRule>();
  const leave = (): void =>
    void navigate({ to: '/organizations/$organizationId/tagging-rules', params: { organizationId } });
  const initial = like ? { ...fieldsOf(like), name: t`Copy of ${like.name}`.slice(0, 64) } : NEW_RULE;
  return (
    <Page title={t`New tagging rule`}>
      {error ? <ErrorPanel error={error} /> : null}
      {from !== '' && !like && !error ? (
        <Skeleton className="h-96" />
      ) : (
        <RuleForm
          {...{ organizationId, initial, canEdit }}
          action={t`Create rule`}
          onCancel={leave}
          onSave={async (fields) => setCreated(await actions.create(fields))}
        />
      )}
      {created ? <ApplyRuleDialog organizationId={organizationId} rule={created} onClose={leave} /> : null}
    </Page>
  );
}
