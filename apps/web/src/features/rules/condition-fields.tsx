import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { SelectField } from '../../components/select-field';
import { TextField } from '../../components/text-field';
import { EMPTY_CONDITION, FIELDS, MOST_CONDITIONS, OPERATORS, type RuleFields } from './rules';
import { fieldWord, operatorWord } from './rule-words';

/** The conditions of a rule, and whether all must hold. */
export function ConditionFields({ form }: { form: UseFormReturn<RuleFields> }) {
  const { t, i18n } = useLingui();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'conditions' });
  const { errors } = form.formState;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">
        <Trans>Conditions</Trans>
      </legend>
      {fields.length > 1 ? (
        <SelectField
          label={t`A document must meet`}
          options={[
            { value: 'all', label: t`all conditions` },
            { value: 'any', label: t`at least one condition` },
          ]}
          {...form.register('conditionMatchMode')}
        />
      ) : null}
      {fields.length === 0 ? (
        <p className="text-sm text-muted">
          <Trans>Without conditions the rule is for every document.</Trans>
        </p>
      ) : null}
      <ol className="flex flex-col gap-2">
        {fields.map((condition, index) => (
          <li key={condition.id} className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
            <div className="min-w-28 flex-1 sm:flex-none">
              <SelectField
                label={t`Field of condition ${index + 1}`}
                isLabelHidden
                options={FIELDS.map((value) => ({ value, label: fieldWord(i18n, value) }))}
                {...form.register(`conditions.${index}.field`)}
              />
            </div>
            <div className="min-w-36 flex-1 sm:flex-none">
              <SelectField
                label={t`Comparison of condition ${index + 1}`}
                isLabelHidden
                options={OPERATORS.map((value) => ({ value, label: operatorWord(i18n, value) }))}
                {...form.register(`conditions.${index}.operator`)}
              />
            </div>
            <div className="min-w-0 flex-1 basis-3/4 sm:basis-auto">
              <TextField
                label={t`Value of condition ${index + 1}`}
                isLabelHidden
                autoComplete="off"
                placeholder={t`a word or a part of the text`}
                maxLength={256}
                error={errors.conditions?.[index]?.value?.message}
                {...form.register(`conditions.${index}.value`, {
                  validate: (value) => value !== '' || t`Fill this in, or remove the condition.`,
                })}
              />
            </div>
            <IconButton icon={X} label={t`Remove condition ${index + 1}`} onClick={() => remove(index)} />
          </li>
        ))}
      </ol>
      <div>
        <Button
          size="small"
          disabled={fields.length >= MOST_CONDITIONS}
          onClick={() => append(EMPTY_CONDITION, { focusName: `conditions.${fields.length}.value` })}
        >
          <Plus aria-hidden size={14} />
          <Trans>Add a condition</Trans>
        </Button>
      </div>
      <p className="text-xs text-muted">
        <Trans>Capital and small letters make no difference.</Trans>
      </p>
    </fieldset>
  );
}
