import { useEffect, useRef, useState, type Ref } from 'react';
import { TextField } from './text-field';

export interface SearchFieldProps {
  label: string;
  /** What is searched for now; often a part of the address. */
  value: string;
  /** Called once nothing was typed for a moment. */
  onChange: (value: string) => void;
  /** 0 for what is filtered on the page. */
  pauseMs?: number;
  ref?: Ref<HTMLInputElement>;
}

/** A search over a list. It keeps what is typed while the address follows. */
export function SearchField({ label, value, onChange, pauseMs = 0, ref }: SearchFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (value === '') setTyped('');
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextField
      {...(ref ? { ref } : {})}
      type="search"
      label={label}
      isLabelHidden
      placeholder={label}
      maxLength={255}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onChange(target.value), pauseMs);
      }}
    />
  );
}
