import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { DateField } from '../../components/date-field';
import { NumberField } from '../../components/number-field';
import { SelectField } from '../../components/select-field';
import { TextField } from '../../components/text-field';
import { shapeOf, SOURCES, type Property, type ValueKind } from './condition-targets';
import { endsOf, rangeOf } from './ranges';
import { sourceWord } from './rule-words';
import type { Condition } from './rules';

export interface ConditionValueProps {
  label: string;
  kind: ValueKind;
  operator: Condition['operator'];
  property: Property | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const UNITS = { B: 1, kB: 1_000, MB: 1_000_000, GB: 1_000_000_000 } as const;

/** The input that fits what a condition compares. */
export function ConditionValue({ kind, operator, property, value, onChange, ...field }: ConditionValueProps) {
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
  const shape = shapeOf(operator);
  if (shape === 'range') return <RangeValue {...field} {...{ kind, value, onChange }} />;
  if (shape === 'days')
    return (
      <TextField
        {...field}
        isLabelHidden
        autoComplete="off"
        inputMode="numeric"
        placeholder={t`number of days`}
        maxLength={5}
        value={value}
        onChange={({ target }) => onChange(target.value.trim())}
      />
    );
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
      placeholder={kind !== 'text' ? undefined : shape === 'pattern' ? 'INV-\\d{4}' : t`a word or a part of the text`}
      spellCheck={shape === 'pattern' ? false : undefined}
      maxLength={256}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Two numbers or days, which both belong to the range. */
function RangeValue({
  label,
  kind,
  value,
  error,
  onChange,
}: Pick<ConditionValueProps, 'error' | 'kind' | 'label' | 'onChange' | 'value'>) {
  const { t } = useLingui();
  const [least, most] = endsOf(value);
  const one = (name: string, end: string, change: (end: string) => void, problem: string | undefined) => (
    <div className="min-w-0 flex-1">
      {kind === 'date' ? (
        <DateField label={name} error={problem} isLabelHidden isDraft value={end} onDate={change} />
      ) : (
        <NumberField
          label={name}
          error={problem}
          isLabelHidden
          isDraft
          value={end === '' ? undefined : Number(end)}
          onValue={(number) => change(number === undefined ? '' : String(number))}
        />
      )}
    </div>
  );
  return (
    <div className="flex gap-2">
      {one(label, least, (end) => onChange(rangeOf(end, most)), error)}
      {one(t`End of ${label}`, most, (end) => onChange(rangeOf(least, end)), undefined)}
    </div>
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
