import { Trans, useLingui } from '@lingui/react/macro';
import { useController, useForm, useWatch } from 'react-hook-form';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { useFormProblem } from '../../components/form-problem';
import { TextArea } from '../../components/text-area';
import { TextField } from '../../components/text-field';
import { TagPicker } from '../tags';
import { ChangeFields } from './change-fields';
import { ConditionFields } from './condition-fields';
import { RulePreview } from './rule-preview';
import type { RuleFields } from './rules';

export interface RuleFormProps {
  organizationId: string;
  initial: RuleFields;
  action: string;
  canEdit: boolean;
  onCancel: () => void;
  /** Rejects with what the server refused. */
  onSave: (fields: RuleFields) => Promise<void>;
}

export function RuleForm({ organizationId, initial, action, canEdit, onCancel, onSave }: RuleFormProps) {
  const { t } = useLingui();
  const form = useForm<RuleFields>({ defaultValues: initial });
  const { errors, isSubmitting } = form.formState;
  const refuse = useFormProblem(form.setError, ['name', 'description', 'conditions', 'tagIds', 'changes']);
  const { field: tags } = useController({
    control: form.control,
    name: 'tagIds',
    rules: {
      validate: (value, { changes }) => value.length > 0 || changes.length > 0 || t`Choose at least one tag.`,
    },
  });
  const { field: changes, fieldState: changesState } = useController({
    control: form.control,
    name: 'changes',
    rules: { validate: (value) => value.every(({ value: set }) => set !== '') || t`Fill in all changes.` },
  });
  const [conditions, conditionMatchMode] = useWatch({
    control: form.control,
    name: ['conditions', 'conditionMatchMode'],
  });
  const save = form.handleSubmit(async (fields) => {
    try {
      await onSave(fields);
    } catch (error) {
      refuse(error);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <fieldset disabled={!canEdit} className="flex flex-col gap-5">
        {errors.root ? (
          <p role="alert" className="rounded-control bg-danger-bg p-2 text-sm text-danger">
            {errors.root.message}
          </p>
        ) : null}
        <TextField
          label={t`Name`}
          autoComplete="off"
          maxLength={64}
          error={errors.name?.message}
          {...form.register('name', { validate: (value) => value.trim() !== '' || t`A rule needs a name.` })}
        />
        <TextArea
          label={t`Description`}
          rows={2}
          maxLength={256}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <ConditionFields organizationId={organizationId} form={form} />
        <RulePreview organizationId={organizationId} conditions={{ conditionMatchMode, conditions }} />
        <TagPicker
          organizationId={organizationId}
          label={t`Tags to add`}
          canCreate
          disabled={!canEdit}
          value={tags.value}
          error={errors.tagIds?.message}
          onChange={tags.onChange}
        />
        <ChangeFields
          organizationId={organizationId}
          value={changes.value}
          error={changesState.error?.message}
          onChange={changes.onChange}
        />
        <Checkbox {...form.register('enabled')}>
          <Trans>Use the rule for new documents</Trans>
        </Checkbox>
        {canEdit ? (
          <div className="flex gap-2">
            <Button kind="primary" type="submit" isBusy={isSubmitting}>
              {action}
            </Button>
            <Button onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        ) : null}
      </fieldset>
    </form>
  );
}
