import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { EditorForm } from '../../components/form';
import { SelectField } from '../../components/select-field';
import { TextArea } from '../../components/text-area';
import { TextField } from '../../components/text-field';
import { propertyKey } from '../../lib/query-language';
import { OptionsEditor } from './options-editor';
import { exampleSearch, hasOptions, PROPERTY_TYPES, type Property, type PropertyFields } from './properties';
import { TYPE_WORDS } from './property-words';

export interface PropertyFormProps {
  initial: PropertyFields;
  action: string;
  canEdit: boolean;
  /** The type of a property never changes. */
  isNew: boolean;
  counts: ReadonlyMap<string, number>;
  /** Shown in place of the options, when these have a page of their own. */
  optionsElsewhere?: ReactNode;
  onCancel: () => void;
  /** Rejects with what the server refused. */
  onSave: (fields: PropertyFields) => Promise<void>;
}

export function PropertyForm({
  initial,
  action,
  canEdit,
  isNew,
  counts,
  optionsElsewhere,
  onCancel,
  onSave,
}: PropertyFormProps) {
  const { t, i18n } = useLingui();
  const form = useForm<PropertyFields>({ defaultValues: initial });
  const { errors } = form.formState;
  const [name, type, options] = useWatch({ control: form.control, name: ['name', 'type', 'options'] });
  const key = propertyKey(name);
  return (
    <EditorForm
      form={form}
      fields={['name', 'type', 'description', 'options']}
      {...{ action, canEdit, onCancel, onSave }}
    >
      <TextField
        label={t`Name`}
        autoComplete="off"
        maxLength={255}
        error={errors.name?.message}
        hint={
          key === '' ? (
            t`For example, “Invoice amount”.`
          ) : (
            <Trans>
              Search filter: <code>{exampleSearch({ key, type, options: options as Property['options'] })}</code>
            </Trans>
          )
        }
        {...form.register('name', {
          validate: (value) => propertyKey(value) !== '' || t`The name needs a letter or a digit.`,
        })}
      />
      {isNew ? (
        <SelectField
          label={t`Type`}
          hint={t`This cannot be changed later.`}
          error={errors.type?.message}
          options={PROPERTY_TYPES.map((value) => ({ value, label: i18n._(TYPE_WORDS[value]) }))}
          {...form.register('type')}
        />
      ) : (
        <p className="text-sm">
          <span className="font-medium">
            <Trans>Type</Trans>
          </span>
          {': '}
          {i18n._(TYPE_WORDS[type])}
        </p>
      )}
      <TextArea
        label={t`Description`}
        rows={2}
        maxLength={1000}
        error={errors.description?.message}
        {...form.register('description')}
      />
      {optionsElsewhere}
      {hasOptions(type) && optionsElsewhere === undefined ? (
        <OptionsEditor form={form} canEdit={canEdit} counts={counts} />
      ) : null}
    </EditorForm>
  );
}
