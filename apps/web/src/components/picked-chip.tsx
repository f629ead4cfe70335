import { Combobox } from '@base-ui/react/combobox';
import { useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { classNames } from '../lib/class-names';

export interface PickedChipProps {
  name: string;
  /** `#RRGGBB`; gray without one. */
  color?: string;
  /** Without its cross. */
  disabled?: boolean | undefined;
}

/** Something that was picked, inside of the chips of a combobox. */
export function PickedChip({ name, color, disabled }: PickedChipProps) {
  const { t } = useLingui();
  return (
    <Combobox.Chip
      aria-label={name}
      style={color === undefined ? undefined : ({ '--tag': color } as CSSProperties)}
      className={classNames(
        'inline-flex h-5 items-center rounded-chip ps-1.5 text-xs font-medium',
        color === undefined ? 'max-w-full bg-hover' : 'tag-chip max-w-48',
      )}
    >
      <span dir="auto" className="truncate">
        {name}
      </span>
      {disabled ? null : (
        <Combobox.ChipRemove
          aria-label={t`Remove ${name}`}
          className="grid size-5 place-items-center pointer-coarse:size-8"
        >
          <span aria-hidden>×</span>
        </Combobox.ChipRemove>
      )}
    </Combobox.Chip>
  );
}
