import { X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { classNames } from '../lib/class-names';

export interface TagChipProps {
  name: string;
  /** `#RRGGBB` */
  color: string;
  /** Makes it a button. */
  onSelect?: ((event: { altKey: boolean }) => void) | undefined;
  title?: string | undefined;
  remove?: { label: string; run: () => void } | undefined;
}

const style = (color: string) => ({ '--tag': color }) as CSSProperties;

export function TagChip({ name, color, onSelect, title, remove }: TagChipProps) {
  const text = (
    <span dir="auto" className="truncate">
      {name}
    </span>
  );
  return (
    <span
      style={style(color)}
      className={classNames(
        'tag-chip inline-flex h-5 w-fit max-w-48 min-w-0 items-center rounded-chip px-1.5 text-xs font-medium',
      )}
    >
      {onSelect ? (
        <button type="button" className="min-w-0 truncate" title={title} onClick={onSelect}>
          {text}
        </button>
      ) : (
        text
      )}
      {remove ? (
        <button
          type="button"
          aria-label={remove.label}
          className="ms-1 grid size-4 place-items-center"
          onClick={remove.run}
        >
          <X aria-hidden size={12} />
        </button>
      ) : null}
    </span>
  );
}

export const TagDot = ({ color }: { color: string }) => (
  <span aria-hidden style={style(color)} className="tag-dot inline-block size-2.5 shrink-0 rounded-full" />
);
