import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawing';

/** Says what would be here and how it gets here. */
export function EmptyState({
  icon: Icon,
  drawing,
  title,
  children,
  action,
}: ({ icon: LucideIcon; drawing?: undefined } | { icon?: undefined; drawing: DrawingName }) & {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      {drawing === undefined ? <Icon aria-hidden size={28} className="text-muted" /> : <Drawing name={drawing} />}
      <h2 className="text-lg font-semibold">{title}</h2>
      {children === undefined ? null : <div className="text-sm text-muted">{children}</div>}
      {action}
    </div>
  );
}
