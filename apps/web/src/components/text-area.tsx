import type { Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from '../lib/class-names';
import { controlClasses, Field, type FieldProps } from './text-field';

export interface TextAreaProps extends FieldProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, hint, error, isLabelHidden = false, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden}>
      {(ids) => (
        <textarea dir="auto" rows={3} {...rest} {...ids} className={classNames(controlClasses, 'py-1.5', className)} />
      )}
    </Field>
  );
}
