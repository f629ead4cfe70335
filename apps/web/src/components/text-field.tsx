import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from '../lib/class-names';

export const controlClasses =
  'min-h-(--control-height) w-full min-w-0 rounded-control border border-control bg-bg px-2 text-sm text-text aria-invalid:border-danger disabled:opacity-60';

export interface FieldProps {
  label: string;
  /** What belongs into the field. */
  hint?: ReactNode;
  error?: string | undefined;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
}

/** Label, control, hint and error, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  isLabelHidden = false,
  children,
}: FieldProps & {
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}) {
  const id = useId();
  const notes = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium wrap-anywhere'}>
        {label}
      </label>
      {children({
        id,
        ...(notes.length > 0 ? { 'aria-describedby': notes.join(' ') } : {}),
        ...(error === undefined ? {} : { 'aria-invalid': true as const }),
      })}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="text-xs text-danger" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export interface TextFieldProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, isLabelHidden = false, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden}>
      {(ids) => <input dir="auto" {...rest} {...ids} className={classNames(controlClasses, className)} />}
    </Field>
  );
}
