import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from '../lib/class-names';

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon;
  /** Its name, for screen readers and as a tooltip. */
  label: string;
  /** The key that does the same, as shown. */
  keys?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** The tooltip is that of the browser: one of ours would be a fifth of what the sign-in page loads. */
export function IconButton({ icon: Icon, label, keys, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={keys === undefined ? label : `${label} (${keys})`}
      {...rest}
      className={classNames(
        'inline-grid size-(--control-height) shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text disabled:opacity-50',
        className,
      )}
    >
      <Icon aria-hidden size={16} />
    </button>
  );
}
