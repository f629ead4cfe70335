import type { Ref, SelectHTMLAttributes } from 'react';
import { classNames } from '../lib/class-names';
import { controlClasses, Field, type FieldProps } from './text-field';

export interface SelectFieldProps extends FieldProps, SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly { value: string; label: string }[];
  ref?: Ref<HTMLSelectElement>;
}

/** The control of the system: phones show it best. */
export function SelectField({
  label,
  hint,
  error,
  isLabelHidden = false,
  options,
  className,
  ...rest
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden}>
      {(ids) => (
        <select {...rest} {...ids} className={classNames(controlClasses, className)}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
