import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { IconButton } from '../../components/icon-button';
import { SelectField } from '../../components/select-field';
import { FIELDS, kindOf, operatorsOf, targetOf, withOperator, withTarget, type Property } from './condition-targets';
import { ConditionValue } from './condition-value';
import type { RoleTargets } from './role-targets';
import { fieldWord, operatorWord } from './rule-words';
import { asksOnlyWhetherSet, type Condition } from './rules';

export interface ConditionRowProps {
  /** From 1. */
  place: number;
  condition: Condition;
  properties: readonly Property[];
  roles: RoleTargets;
  error: string | undefined;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

export function ConditionRow({ place, condition, properties, roles, error, onChange, onRemove }: ConditionRowProps) {
  const { t, i18n } = useLingui();
  const kind = kindOf(condition, properties);
  const target = targetOf(condition);
  const targets: { value: string; label: string }[] = [
    ...FIELDS.map((field) => ({ value: field, label: fieldWord(i18n, field) })),
    ...properties.map(({ id, name }) => ({ value: `property:${id}`, label: name })),
    ...roles.targets,
  ];
  const isDeleted = kind === undefined;
  return (
    <li className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
      <div className="min-w-28 flex-1 sm:flex-none">
        <SelectField
          label={t`Field of condition ${place}`}
          isLabelHidden
          options={isDeleted ? [...targets, { value: target, label: fieldWord(i18n, 'property') }] : targets}
          error={isDeleted ? t`This property was deleted, so the rule matches no documents.` : undefined}
          value={target}
          disabled={roles.isPending}
          onChange={(event) =>
            roles.choose(event.target.value, properties, (chosen, known) =>
              onChange(withTarget(condition, chosen, known)),
            )
          }
        />
      </div>
      <div className="min-w-36 flex-1 sm:flex-none">
        <SelectField
          label={t`Operator of condition ${place}`}
          isLabelHidden
          options={operatorsOf(condition, properties).map((value) => ({ value, label: operatorWord(i18n, value) }))}
          value={condition.operator}
          onChange={(event) => onChange(withOperator(condition, event.target.value as Condition['operator']))}
        />
      </div>
      <div className="min-w-0 flex-1 basis-3/4 sm:basis-auto">
        {asksOnlyWhetherSet(condition.operator) ? null : (
          <ConditionValue
            key={target}
            operator={condition.operator}
            label={t`Value of condition ${place}`}
            kind={kind ?? 'text'}
            property={properties.find(({ id }) => id === condition.propertyDefinitionId)}
            value={condition.value}
            error={error}
            onChange={(value) => onChange({ ...condition, value })}
          />
        )}
      </div>
      <IconButton icon={X} label={t`Remove condition ${place}`} onClick={onRemove} />
    </li>
  );
}
