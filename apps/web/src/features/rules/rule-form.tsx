import { Trans, useLingui } from '@lingui/react/macro';
import { useController, useForm, useWatch } from 'react-hook-form';
import { Checkbox } from '../../components/checkbox';
import { EditorForm } from '../../components/form';
import { TextArea } from '../../components/text-area';
import { TextField } from '../../components/text-field';
import { TagPicker } from '../tags';
import { ChangeFields } from './change-fields';
import { ConditionFields } from './condition-fields';
import { FollowUpFields } from './follow-up-fields';
import { RulePreview } from './rule-preview';
import { isComplete, type RuleFields } from './rules';

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
  const { errors } = form.formState;
  const { field: tags } = useController({
    control: form.control,
    name: 'tagIds',
    rules: {
      validate: (value, { changes, followUps }) =>
        value.length > 0 || changes.length > 0 || followUps.length > 0 || t`Choose at least one tag.`,
    },
  });
  const { field: changes, fieldState: changesState } = useController({
    control: form.control,
    name: 'changes',
    rules: { validate: (value) => value.every(({ value: set }) => set !== '') || t`Complete all changes.` },
  });
  const { field: followUps, fieldState: followUpsState } = useController({
    control: form.control,
    name: 'followUps',
    rules: { validate: (value) => value.every(isComplete) || t`Complete what happens next.` },
  });
  const [conditions, conditionMatchMode] = useWatch({
    control: form.control,
    name: ['conditions', 'conditionMatchMode'],
  });
  return (
    <EditorForm
      form={form}
      fields={['name', 'description', 'conditions', 'tagIds', 'changes', 'followUps']}
      {...{ action, canEdit, onCancel, onSave }}
    >
      <TextField
        label={t`Name`}
        autoComplete="off"
        maxLength={64}
        error={errors.name?.message}
        {...form.register('name', { validate: (value) => value.trim() !== '' || t`Enter a name for the rule.` })}
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
      <FollowUpFields
        {...{ organizationId, canEdit }}
        value={followUps.value}
        error={followUpsState.error?.message}
        onChange={followUps.onChange}
      />
      <Checkbox {...form.register('enabled')}>
        <Trans>Use rule for new documents</Trans>
      </Checkbox>
    </EditorForm>
  );
}
