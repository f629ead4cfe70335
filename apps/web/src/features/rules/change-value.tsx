import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../components/checkbox';
import { DateField } from '../../components/date-field';
import { NumberField } from '../../components/number-field';
import { SelectField } from '../../components/select-field';
import { TextField } from '../../components/text-field';
import type { Property } from './condition-targets';
import type { Change } from './rules';

export interface ChangeValueProps {
  label: string;
  change: Change;
  /** Undefined when it was deleted. */
  property: Property | undefined;
  onChange: (value: Change['value']) => void;
}

const UPLOAD_DATE = 'upload-date';
const PLACEHOLDERS = '{name}, {date}, {year}, {month}, {day}';

export function ChangeValue({ label, change, property, onChange }: ChangeValueProps) {
  const { t } = useLingui();
  const { kind, value } = change;
  if (kind === 'documentDate') return <DateValue {...{ label, onChange }} value={String(value)} />;
  if (kind === 'name')
    return (
      <TextField
        label={label}
        hint={t`Placeholders: ${PLACEHOLDERS}. The file extension stays.`}
        autoComplete="off"
        maxLength={255}
        value={String(value)}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  if (!property)
    return (
      <p className="text-sm text-muted">
        <Trans>This property was deleted, so the rule no longer sets it.</Trans>
      </p>
    );
  if (property.type === 'multi_select') return <OptionsValue {...{ label, property, value, onChange }} />;
  if (property.type === 'boolean' || property.type === 'select') {
    const isBoolean = property.type === 'boolean';
    const options = isBoolean
      ? [
          { value: 'true', label: t`Yes` },
          { value: 'false', label: t`No` },
        ]
      : [{ value: '', label: t`Choose` }, ...property.options.map(({ id, name }) => ({ value: id, label: name }))];
    return (
      <SelectField
        {...{ label, options }}
        value={String(value)}
        onChange={({ target }) => onChange(isBoolean ? target.value === 'true' : target.value)}
      />
    );
  }
  if (property.type === 'number')
    return (
      <NumberField
        label={label}
        isDraft
        value={typeof value === 'number' ? value : undefined}
        onValue={(number) => onChange(number ?? '')}
      />
    );
  if (property.type === 'date')
    return <DateField label={label} isDraft value={String(value).slice(0, 10)} onDate={onChange} />;
  return (
    <TextField
      label={label}
      autoComplete="off"
      value={String(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function DateValue({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const { t } = useLingui();
  const isUploadDate = value === UPLOAD_DATE;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label={label}
        value={isUploadDate ? UPLOAD_DATE : 'day'}
        options={[
          { value: UPLOAD_DATE, label: t`the day it came in` },
          { value: 'day', label: t`a certain day` },
        ]}
        onChange={({ target }) => onChange(target.value === UPLOAD_DATE ? UPLOAD_DATE : '')}
      />
      {isUploadDate ? null : <DateField label={t`Day`} isLabelHidden isDraft value={value} onDate={onChange} />}
    </div>
  );
}

function OptionsValue({
  label,
  property,
  value,
  onChange,
}: Pick<ChangeValueProps, 'label' | 'onChange'> & { property: Property; value: Change['value'] }) {
  const chosen = Array.isArray(value) ? value : [];
  return (
    <fieldset>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-3">
        {property.options.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
