import { Trans, useLingui } from '@lingui/react/macro';
import { Shuffle } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Button } from '../../components/button';
import { TextField } from '../../components/text-field';
import { classNames } from '../../lib/class-names';
import { PRESET_COLORS, randomColor } from './tags';

/** Presets, the picker of the system, the number, and a random one. */
export function ColorField({
  value,
  error,
  onChange,
}: {
  value: string;
  error?: string | undefined;
  onChange: (color: string) => void;
}) {
  const { t } = useLingui();
  const isColor = /^#[0-9A-Fa-f]{6}$/.test(value);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        <Trans>Color</Trans>
      </legend>
      <div className="flex flex-wrap gap-1">
        {PRESET_COLORS.map((color) => (
          <label
            key={color}
            className={classNames(
              'grid size-7 cursor-pointer place-items-center rounded-control pointer-coarse:size-11',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              color === value.toUpperCase() && 'bg-selected ring-2 ring-accent',
            )}
          >
            <input
              type="radio"
              name="preset-color"
              className="sr-only"
              aria-label={color}
              checked={color === value.toUpperCase()}
              onChange={() => onChange(color)}
            />
            <span aria-hidden style={{ '--tag': color } as CSSProperties} className="tag-dot size-4 rounded-full" />
          </label>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-28">
          <TextField
            label={t`Color code (#RRGGBB)`}
            isLabelHidden
            value={value}
            error={error}
            maxLength={7}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <input
          type="color"
          aria-label={t`Any color`}
          className="h-(--control-height) w-12 cursor-pointer rounded-control border border-control bg-bg"
          value={isColor ? value.toLowerCase() : '#808080'}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
        />
        <Button onClick={() => onChange(randomColor())}>
          <Shuffle aria-hidden size={16} />
          <Trans>Random</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
