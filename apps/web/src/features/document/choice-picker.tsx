import { Combobox } from '@base-ui/react/combobox';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { PickedChip } from '../../components/picked-chip';

export interface Choice {
  id: string;
  name: string;
}

export interface ChoicePickerProps {
  label: string;
  items: readonly Choice[];
  value: readonly Choice[];
  onChange: (value: Choice[]) => void;
  /** For items that the server looks for. */
  onSearch?: (typed: string) => void;
  disabled?: boolean;
}

/** Chooses any number of things by typing; Backspace takes the last one away. */
export function ChoicePicker({ label, items, value, onChange, onSearch, disabled = false }: ChoicePickerProps) {
  const { t } = useLingui();
  const id = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const missing = value.filter((each) => !items.some((item) => item.id === each.id));
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium" dir="auto">
        {label}
      </label>
      <Combobox.Root
        multiple
        autoHighlight
        disabled={disabled}
        items={[...items, ...missing]}
        {...(onSearch ? { filter: null } : {})}
        value={[...value]}
        inputValue={typed}
        onInputValueChange={(text) => {
          setTyped(text);
          onSearch?.(text);
        }}
        onValueChange={(selected) => {
          setTyped('');
          onSearch?.('');
          onChange(selected);
        }}
        itemToStringLabel={(item: Choice) => item.name}
        isItemEqualToValue={(item: Choice, other: Choice) => item.id === other.id}
      >
        <Combobox.Chips
          ref={anchor}
          className="flex min-h-(--control-height) w-full flex-wrap items-center gap-1 rounded-control border border-control bg-bg px-2 py-1 text-sm focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent"
        >
          <Combobox.Value>
            {(selected: Choice[]) =>
              selected.map((item) => <PickedChip key={item.id} name={item.name} disabled={disabled} />)
            }
          </Combobox.Value>
          <Combobox.Input
            id={id}
            dir="auto"
            placeholder={value.length === 0 ? t`Choose` : ''}
            className="h-6 min-w-16 flex-1 bg-transparent outline-none"
          />
        </Combobox.Chips>
        <Combobox.Portal>
          <Combobox.Positioner anchor={anchor} sideOffset={4} className="z-50 outline-none">
            <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-menu bg-raised p-1 text-sm text-text shadow-float ring-1 ring-line">
              <Combobox.Empty className="px-2 py-1 text-muted empty:hidden">
                <Trans>Nothing matches.</Trans>
              </Combobox.Empty>
              <Combobox.List>
                {(item: Choice) => (
                  <Combobox.Item
                    key={item.id}
                    value={item}
                    className="flex min-h-(--control-height) cursor-pointer items-center gap-2 rounded-control px-2 outline-none data-highlighted:bg-hover"
                  >
                    <span dir="auto" className="min-w-0 flex-1 truncate">
                      {item.name}
                    </span>
                    <Combobox.ItemIndicator>
                      <Check aria-hidden size={14} />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </div>
  );
}
