import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { MultiPicker } from '../../components/multi-picker';

export interface Choice {
  id: string;
  name: string;
}

export interface ChoicePickerProps {
  label: string;
  items: readonly Choice[];
  value: readonly Choice[];
  onChange: (value: Choice[]) => void;
  /** For items that the server looks for. */
  onSearch?: (typed: string) => void;
  disabled?: boolean;
}

/** Chooses any number of things that have a name. */
export function ChoicePicker({ label, items, value, onChange, onSearch, disabled = false }: ChoicePickerProps) {
  const { t } = useLingui();
  const id = useId();
  const [typed, setTyped] = useState('');
  const missing = value.filter((each) => !items.some((item) => item.id === each.id));
  const type = (text: string): void => {
    setTyped(text);
    onSearch?.(text);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium" dir="auto">
        {label}
      </label>
      <MultiPicker
        input={{ id }}
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
    </div>
  );
}
