import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../lib/class-names';

export interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  children?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** Needs children or `aria-label`. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  const box = (
    <input type="checkbox" {...rest} className={classNames('size-4 shrink-0 accent-(--accent)', className)} />
  );
  if (children === undefined) return box;
  return (
    <label className="inline-flex min-h-(--control-height) items-center gap-2 text-sm">
      {box}
      {children}
    </label>
  );
}
