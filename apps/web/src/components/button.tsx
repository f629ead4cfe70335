import { cva, type VariantProps } from 'class-variance-authority';
import type { ButtonHTMLAttributes, Ref } from 'react';

export const buttonClasses = cva(
  'inline-flex min-h-(--control-height) items-center justify-center gap-2 rounded-control px-3 text-sm font-medium whitespace-nowrap select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50',
  {
    variants: {
      kind: {
        primary: 'bg-accent text-on-accent hover:brightness-110',
        plain: 'border border-line bg-raised text-text hover:bg-hover',
        quiet: 'text-text hover:bg-hover',
        danger: 'bg-danger-bg text-danger hover:brightness-95',
      },
      size: { normal: '', small: 'min-h-7 px-2 pointer-coarse:min-h-(--control-height)' },
    },
    defaultVariants: { kind: 'plain', size: 'normal' },
  },
);

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, VariantProps<typeof buttonClasses> {
  /** Shows that it is at work and takes no second click. */
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind, size, isBusy = false, className, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
      className={buttonClasses({ kind, size, className })}
    >
      {children}
    </button>
  );
}
