import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Copy, MoreHorizontal, Pencil, Play, Trash2 } from 'lucide-react';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { TagChip } from '../../components/tag-chip';
import { UndoableSwitch } from '../../components/switch';
import { allProperties } from '../../lib/all-properties.queries';
import { formatDate, formatNumber, formatSize } from '../../lib/format';
import { kindOf, shapeOf, SOURCES, type Property } from './condition-targets';
import { endsOf } from './ranges';
import { fieldWord, followUpWord, operatorWord, sourceWord } from './rule-words';
import type { Condition, ShownRule } from './rules';

export interface RuleRowProps {
  organizationId: string;
  rule: ShownRule;
  canEdit: boolean;
  /** Rejects with what the server refused. */
  onSwitch: (enabled: boolean) => Promise<void>;
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
    <li className="flex items-center gap-3 px-3 py-2 hover:bg-hover">
      <UndoableSwitch
        aria-label={t`Use “${rule.name}” for new documents`}
        isOn={rule.enabled}
        disabled={!canEdit}
        save={onSwitch}
        textOn={t`Rule “${rule.name}” turned on.`}
        textOff={t`Rule “${rule.name}” turned off.`}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Link {...address} dir="auto" className="truncate text-sm font-medium underline-offset-2 hover:underline">
          {rule.name}
        </Link>
        <RuleSentence {...{ organizationId, rule }} />
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

/** The conditions as a person would say them, and what the rule sets. */
function RuleSentence({ organizationId, rule }: { organizationId: string; rule: ShownRule }) {
  const { t, i18n } = useLingui();
  const { conditions, conditionMatchMode, changes, followUps } = rule;
  const { data: properties = [] } = useQuery(allProperties(organizationId));
  const nameOf = ({
    field,
    propertyDefinitionId,
  }: Pick<ShownRule['conditions'][number], 'field' | 'propertyDefinitionId'>) =>
    properties.find(({ id }) => id === propertyDefinitionId)?.name ?? fieldWord(i18n, field);
  const link = conditionMatchMode === 'all' ? t`and` : t`or`;
  const set = changes.map(({ kind, propertyDefinitionId }) => nameOf({ field: kind, propertyDefinitionId })).join(', ');
  return (
    <p className="line-clamp-2 text-sm break-words text-muted">
      {conditions.length === 0 ? <Trans>Every document</Trans> : null}
      {conditions.map(({ id, field, operator, value, propertyDefinitionId }, index) => (
        <span key={id}>
          {index === 0 ? '' : ` ${link} `}
          <bdi>{nameOf({ field, propertyDefinitionId })}</bdi> {operatorWord(i18n, operator)}
          {value === '' ? null : (
            <>
              {' '}
              <q dir="auto">
                {shownValue(
                  i18n,
                  { field, operator, value, propertyDefinitionId: propertyDefinitionId ?? '' },
                  properties,
                )}
              </q>
            </>
          )}
        </span>
      ))}
      {changes.length === 0 ? null : (
        <>
          {' · '}
          <Trans>
            sets <bdi>{set}</bdi>
          </Trans>
        </>
      )}
      {followUps.map(({ kind }) => ` · ${followUpWord(i18n, kind)}`)}
    </p>
  );
}

/** Sources and options have names; numbers, sizes and dates are written as the person does. */
function shownValue(
  i18n: I18n,
  { operator, value, ...target }: Pick<Condition, 'field' | 'operator' | 'propertyDefinitionId' | 'value'>,
  properties: readonly Property[],
): string {
  const shape = shapeOf(operator);
  if (shape === 'days') return value;
  const shown = (one: string): string => {
    switch (kindOf(target, properties)) {
      case 'source':
        return SOURCES.flatMap((source) => (source === one ? sourceWord(i18n, source) : []))[0] ?? one;
      case 'number':
        return formatNumber(Number(one));
      case 'size':
        return formatSize(Number(one));
      case 'date':
        return formatDate(one.slice(0, 10));
      case 'option':
        return properties.flatMap(({ options }) => options).find(({ id }) => id === one)?.name ?? one;
      default:
        return one;
    }
  };
  return shape === 'range' ? endsOf(value).map(shown).join(' – ') : shown(value);
}
