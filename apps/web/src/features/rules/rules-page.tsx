import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { SkeletonRows } from '../../components/skeleton';
import { useKeys } from '../../lib/keyboard';
import { useRole } from '../session';
import { ApplyRuleDialog } from './apply-rule-dialog';
import { RuleRow } from './rule-row';
import { RuleRuns } from './rule-runs';
import type { ShownRule } from './rules';
import { allRules } from './rules.queries';
import { useRuleActions } from './use-rule-actions';

export function RulesPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const navigate = useNavigate();
  const { canEdit } = useRole(organizationId);
  const list = useQuery(allRules(organizationId));
  const actions = useRuleActions(organizationId);
  const [applied, setApplied] = useState<ShownRule>();
  const create = { to: '/organizations/$organizationId/tagging-rules/create', params: { organizationId } } as const;
  useKeys(
    canEdit
      ? [{ keys: 'n', label: t`New tagging rule`, group: t`Tagging rules`, run: () => void navigate(create) }]
      : [],
  );
  return (
    <Page
      title={t`Tagging rules`}
      description={t`Rules tag and change new documents as soon as their text has been read.`}
      actions={
        canEdit ? (
          <Link {...create} className={buttonClasses({ kind: 'primary' })}>
            <Plus aria-hidden size={16} />
            <Trans>New rule</Trans>
          </Link>
        ) : undefined
      }
    >
      <QueryList
        label={t`Tagging rules`}
        query={list}
        placeholder={<SkeletonRows count={4} className="h-20" />}
        empty={
          <EmptyState
            icon={ListChecks}
            title={t`No tagging rules yet`}
            action={
              canEdit ? (
                <Link {...create} className={buttonClasses({ kind: 'primary' })}>
                  <Trans>Create first rule</Trans>
                </Link>
              ) : undefined
            }
          >
            <Trans>For example, if the text contains “invoice”, add the tag “Invoice”.</Trans>
          </EmptyState>
        }
      >
        {(rule) => (
          <RuleRow
            key={rule.id}
            {...{ organizationId, rule, canEdit }}
            onSwitch={(enabled) => actions.setEnabled(rule, enabled)}
            onApply={() => setApplied(rule)}
            onDelete={() => void actions.remove(rule)}
          />
        )}
      </QueryList>
      <RuleRuns {...{ organizationId, canEdit }} />
      {applied ? (
        <ApplyRuleDialog organizationId={organizationId} rule={applied} onClose={() => setApplied(undefined)} />
      ) : null}
    </Page>
  );
}
