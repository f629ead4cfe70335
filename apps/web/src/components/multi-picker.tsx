import { Combobox } from '@base-ui/react/combobox';
import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '../lib/class-names';

interface Pickable {
  id: string;
  name: string;
  /** `#RRGGBB`; the chip is gray without one. */
  color?: string;
}

export interface MultiPickerProps<Item extends Pickable> {
  /** Attributes that tie the input to its label, hint and error. */
  input: { id: string };
  items: readonly Item[];
  value: readonly Item[];
  typed: string;
  onTyped: (typed: string) => void;
  onChange: (value: Item[]) => void;
  /** Called before the list is shown. */
  onOpen?: () => void;
  isSame?: (item: Item, other: Item) => boolean;
  /** The items are those that match already. */
  isFiltered?: boolean;
  placeholder: string;
  /** Shown when nothing matches. */
  empty: ReactNode;
  /** In front of the name of an item. */
  icon?: (item: Item) => ReactNode;
  nameOf?: (item: Item) => string;
  /** Behind the name of an item. */
  detail?: (item: Item) => ReactNode;
  disabled?: boolean;
}

const sameId = (item: Pickable, other: Pickable): boolean => item.id === other.id;

/** An input with chips, which chooses any number of things by typing; Backspace takes the last one away. */
export function MultiPicker<Item extends Pickable>({
  input,
  items,
  value,
  typed,
  onTyped,
  onChange,
  onOpen,
  isSame = sameId,
  isFiltered = false,
  placeholder,
  empty,
  icon,
  nameOf = ({ name }) => name,
  detail,
  disabled = false,
}: MultiPickerProps<Item>) {
  const anchor = useRef<HTMLDivElement>(null);
  return (
    <Combobox.Root
      multiple
      autoHighlight
      disabled={disabled}
      items={items}
      {...(isFiltered ? { filter: null } : {})}
      value={[...value]}
      inputValue={typed}
      onInputValueChange={onTyped}
      onOpenChange={(isOpen) => {
        if (isOpen) onOpen?.();
      }}
      onValueChange={(selected, { reason }) => {
        if (reason !== 'escape-key') onChange(selected); // Escape closes the list; it must not take everything away
      }}
      itemToStringLabel={({ name }: Item) => name}
      isItemEqualToValue={isSame}
    >
      <Combobox.Chips
        ref={anchor}
        className="flex min-h-(--control-height) w-full flex-wrap items-center gap-1 rounded-control border border-control bg-bg px-2 py-1 text-sm focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent"
      >
        <Combobox.Value>
          {(selected: Item[]) => selected.map((item) => <Chip key={item.id} item={item} disabled={disabled} />)}
        </Combobox.Value>
        <Combobox.Input
          {...input}
          dir="auto"
          placeholder={value.length === 0 ? placeholder : ''}
          className="h-6 min-w-24 flex-1 bg-transparent outline-none"
        />
      </Combobox.Chips>
      <Combobox.Portal>
        <Combobox.Positioner anchor={anchor} sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-menu bg-raised p-1 text-sm text-text shadow-float ring-1 ring-line">
            <Combobox.Empty className="px-2 py-1 text-muted empty:hidden">{empty}</Combobox.Empty>
            <Combobox.List>
              {(item: Item) => (
                <Combobox.Item
                  key={item.id}
                  value={item}
                  className="flex min-h-(--control-height) cursor-pointer items-center gap-2 rounded-control px-2 outline-none data-highlighted:bg-hover"
                >
                  {icon?.(item)}
                  <span dir="auto" className="min-w-0 flex-1 truncate">
                    {nameOf(item)}
                  </span>
                  {detail ? (
                    <span aria-hidden className="text-muted tabular-nums">
                      {detail(item)}
                    </span>
                  ) : null}
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
  );
}

function Chip({ item: { name, color }, disabled }: { item: Pickable; disabled: boolean }) {
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
