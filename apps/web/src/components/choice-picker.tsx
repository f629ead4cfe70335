import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { MultiPicker } from './multi-picker';
import { Field, type FieldProps } from './text-field';

export interface Choice {
  id: string;
  name: string;
}

export interface ChoicePickerProps extends FieldProps {
  items: readonly Choice[];
  value: readonly Choice[];
  onChange: (value: Choice[]) => void;
  /** For items that the server looks for. */
  onSearch?: (typed: string) => void;
  disabled?: boolean;
}

/** Chooses any number of things that have a name. */
export function ChoicePicker({
  label,
  hint,
  error,
  isLabelHidden = false,
  items,
  value,
  onChange,
  onSearch,
  disabled = false,
}: ChoicePickerProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const missing = value.filter((each) => !items.some((item) => item.id === each.id));
  const type = (text: string): void => {
    setTyped(text);
    onSearch?.(text);
  };
  return (
    <Field {...{ label, hint, error, isLabelHidden }}>
      {(ids) => (
        <MultiPicker
          input={ids}
          disabled={disabled}
          items={[...items, ...missing]}
          isFiltered={onSearch !== undefined}
          value={value}
          typed={typed}
          onTyped={type}
          onChange={(selected) => {
            type('');
            onChange(selected);
          }}
          placeholder={t`Choose`}
          empty={<Trans>No matches.</Trans>}
        />
      )}
    </Field>
  );
}
