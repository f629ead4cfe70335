import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { Copy, MoreHorizontal, Pencil, Play, Trash2 } from 'lucide-react';
import { Checkbox } from '../../components/checkbox';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { TagChip } from '../../components/tag-chip';
import { fieldWord, operatorWord } from './rule-words';
import type { ShownRule } from './rules';

export interface RuleRowProps {
  organizationId: string;
  rule: ShownRule;
  canEdit: boolean;
  onSwitch: (enabled: boolean) => void;
  onApply: () => void;
  onDelete: () => void;
}

export function RuleRow({ organizationId, rule, canEdit, onSwitch, onApply, onDelete }: RuleRowProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const address = {
    to: '/organizations/$organizationId/tagging-rules/$taggingRuleId',
    params: { organizationId, taggingRuleId: rule.id },
  } as const;
  return (
    <li className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0 hover:bg-hover">
      <Checkbox
        role="switch"
        aria-label={t`Use “${rule.name}” for new documents`}
        checked={rule.enabled}
        disabled={!canEdit}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Link {...address} dir="auto" className="truncate text-sm font-medium underline-offset-2 hover:underline">
          {rule.name}
        </Link>
        <RuleSentence rule={rule} />
        <ul aria-label={t`Tags to add`} className="flex flex-wrap gap-1">
          {rule.actions.map(({ id, tag }) =>
            tag ? (
              <li key={id} className="inline-flex min-w-0">
                <TagChip name={tag.name} color={tag.color} />
              </li>
            ) : null,
          )}
        </ul>
      </div>
      {canEdit ? (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${rule.name}`} />}>
          <MenuItem icon={Pencil} onSelect={() => void navigate(address)}>
            <Trans>Edit</Trans>
          </MenuItem>
          <MenuItem icon={Play} onSelect={onApply}>
            <Trans>Apply to existing documents</Trans>
          </MenuItem>
          <MenuItem
            icon={Copy}
            onSelect={() =>
              void navigate({
                to: '/organizations/$organizationId/tagging-rules/create',
                params: { organizationId },
                search: { from: rule.id },
              })
            }
          >
            <Trans>Duplicate</Trans>
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} isDangerous onSelect={onDelete}>
            <Trans>Delete</Trans>
          </MenuItem>
        </Menu>
      ) : null}
    </li>
  );
}

/** The conditions as a person would say them. */
function RuleSentence({ rule: { conditions, conditionMatchMode } }: { rule: ShownRule }) {
  const { t, i18n } = useLingui();
  if (conditions.length === 0) {
    return (
      <p className="text-sm text-muted">
        <Trans>Every document</Trans>
      </p>
    );
  }
  const link = conditionMatchMode === 'all' ? t`and` : t`or`;
  return (
    <p className="line-clamp-2 text-sm break-words text-muted">
      {conditions.map(({ id, field, operator, value }, index) => (
        <span key={id}>
          {index === 0 ? '' : ` ${link} `}
          {fieldWord(i18n, field)} {operatorWord(i18n, operator)} <q dir="auto">{value}</q>
        </span>
      ))}
    </p>
  );
}
