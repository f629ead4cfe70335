import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

const classes = cva('inline-flex h-5 items-center rounded-chip px-1.5 text-xs font-medium whitespace-nowrap', {
  variants: {
    kind: {
      neutral: 'bg-hover text-muted',
      info: 'bg-info-bg text-info',
      ok: 'bg-ok-bg text-ok',
      warn: 'bg-warn-bg text-warn',
      danger: 'bg-danger-bg text-danger',
    },
  },
  defaultVariants: { kind: 'neutral' },
});

export type BadgeKind = NonNullable<VariantProps<typeof classes>['kind']>;

/** A state in one word. */
export function Badge({ kind = 'neutral', children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={classes({ kind })}>{children}</span>;
}
