import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { DateField } from '../../components/date-field';
import { NumberField } from '../../components/number-field';
import { SelectField } from '../../components/select-field';
import { TextField } from '../../components/text-field';
import { SOURCES, type Property, type ValueKind } from './condition-targets';
import { sourceWord } from './rule-words';

export interface ConditionValueProps {
  label: string;
  kind: ValueKind;
  property: Property | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const UNITS = { B: 1, kB: 1_000, MB: 1_000_000, GB: 1_000_000_000 } as const;

/** The input that fits what a condition compares. */
export function ConditionValue({ kind, property, value, onChange, ...field }: ConditionValueProps) {
  const { t, i18n } = useLingui();
  const choose = (options: { value: string; label: string }[]) => (
    <SelectField
      {...field}
      isLabelHidden
      value={value}
      options={[{ value: '', label: t`Choose` }, ...options]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
  if (kind === 'source') return choose(SOURCES.map((source) => ({ value: source, label: sourceWord(i18n, source) })));
  if (kind === 'boolean')
    return choose([
      { value: 'true', label: t`Yes` },
      { value: 'false', label: t`No` },
    ]);
  if (kind === 'option') return choose((property?.options ?? []).map(({ id, name }) => ({ value: id, label: name })));
  if (kind === 'size') return <SizeValue {...field} value={value} onChange={onChange} />;
  if (kind === 'date')
    return <DateField {...field} isLabelHidden isDraft value={value.slice(0, 10)} onDate={onChange} />;
  if (kind === 'number')
    return (
      <NumberField
        {...field}
        isLabelHidden
        isDraft
        value={value === '' ? undefined : Number(value)}
        onValue={(number) => onChange(number === undefined ? '' : String(number))}
      />
    );
  return (
    <TextField
      {...field}
      isLabelHidden
      autoComplete="off"
      placeholder={kind === 'text' ? t`a word or a part of the text` : undefined}
      maxLength={256}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Bytes as a number and a unit. */
function SizeValue({
  label,
  value,
  error,
  onChange,
}: Pick<ConditionValueProps, 'error' | 'label' | 'onChange' | 'value'>) {
  const { t } = useLingui();
  const [unit, setUnit] = useState(() => unitOf(value));
  const [number, setNumber] = useState(() => (value === '' ? undefined : Number(value) / UNITS[unit]));
  const change = (newNumber: number | undefined, newUnit: keyof typeof UNITS): void => {
    setNumber(newNumber);
    setUnit(newUnit);
    const bytes = Math.round((newNumber ?? Number.NaN) * UNITS[newUnit]);
    onChange(!Number.isSafeInteger(bytes) || bytes < 0 ? '' : String(bytes));
  };
  return (
    <div className="flex gap-2">
      <div className="min-w-0 flex-1">
        <NumberField
          {...{ label, error }}
          isLabelHidden
          isDraft
          value={number}
          onValue={(typed) => change(typed, unit)}
        />
      </div>
      <SelectField
        label={t`Unit of ${label}`}
        isLabelHidden
        options={Object.keys(UNITS).map((name) => ({ value: name, label: name }))}
        value={unit}
        onChange={({ target }) => change(number, target.value as keyof typeof UNITS)}
      />
    </div>
  );
}

function unitOf(value: string): keyof typeof UNITS {
  const bytes = Number(value);
  if (value === '' || bytes === 0) return 'MB';
  return (['GB', 'MB', 'kB'] as const).find((unit) => bytes % (UNITS[unit] / 10) === 0 && bytes >= UNITS[unit]) ?? 'B';
}
