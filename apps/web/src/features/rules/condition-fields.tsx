import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../components/button';
import { SelectField } from '../../components/select-field';
import { allProperties } from '../../lib/all-properties.queries';
import { ConditionRow } from './condition-row';
import { useRoleTargets } from './role-targets';
import { EMPTY_CONDITION, isFilledIn, MOST_CONDITIONS, type RuleFields } from './rules';

/** The conditions of a rule, and whether all must hold. */
export function ConditionFields({ organizationId, form }: { organizationId: string; form: UseFormReturn<RuleFields> }) {
  const { t } = useLingui();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'conditions' });
  const { data: properties } = useQuery(allProperties(organizationId));
  const roles = useRoleTargets(organizationId, properties ?? []);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">
        <Trans>Conditions</Trans>
      </legend>
      {fields.length > 1 ? (
        <SelectField
          label={t`A document must match`}
          options={[
            { value: 'all', label: t`all conditions` },
            { value: 'any', label: t`at least one condition` },
          ]}
          {...form.register('conditionMatchMode')}
        />
      ) : null}
      {fields.length === 0 ? (
        <p className="text-sm text-muted">
          <Trans>Without conditions, the rule applies to every document.</Trans>
        </p>
      ) : null}
      <ol className="flex flex-col gap-2">
        {properties
          ? fields.map(({ id }, index) => (
              <Controller
                key={id}
                control={form.control}
                name={`conditions.${index}`}
                rules={{ validate: (value) => isFilledIn(value) || t`Complete or remove this condition.` }}
                render={({ field, fieldState }) => (
                  <ConditionRow
                    place={index + 1}
                    condition={field.value}
                    {...{ properties, roles }}
                    error={fieldState.error?.message}
                    onChange={field.onChange}
                    onRemove={() => remove(index)}
                  />
                )}
              />
            ))
          : null}
      </ol>
      <div>
        <Button size="small" disabled={fields.length >= MOST_CONDITIONS} onClick={() => append(EMPTY_CONDITION)}>
          <Plus aria-hidden size={14} />
          <Trans>Add condition</Trans>
        </Button>
      </div>
      <p className="text-xs text-muted">
        <Trans>
          Upper and lower case are treated the same. Dates are days in UTC. A pattern is a regular expression: \d is a
          digit, . any character, + one or more, and ^ and $ are the ends of a line.
        </Trans>
      </p>
    </fieldset>
  );
}
