import { Combobox } from '@base-ui/react/combobox';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { PickedChip } from '../../components/picked-chip';
import { TagDot } from '../../components/tag-chip';
import { Field } from '../../components/text-field';
import { useShowProblem } from '../../components/use-show-problem';
import { randomColor } from './tags';
import { allTags, useCreateTag } from './tags.queries';

interface Item {
  id: string;
  name: string;
  color: string;
}

export interface TagPickerProps {
  organizationId: string;
  label: string;
  /** Ids of tags. */
  value: readonly string[];
  onChange: (tagIds: string[]) => void;
  error?: string | undefined;
  hint?: string;
  isLabelHidden?: boolean;
  /** Offers to create the tag that was typed. */
  canCreate?: boolean;
  disabled?: boolean;
}

/** An item with this id stands for the tag that is to be created. */
const NEW = '';

/** Chooses any number of tags by typing; Backspace takes the last one away. */
export function TagPicker({
  organizationId,
  label,
  value,
  onChange,
  error,
  hint,
  isLabelHidden = false,
  canCreate = false,
  disabled = false,
}: TagPickerProps) {
  const { t } = useLingui();
  const anchor = useRef<HTMLDivElement>(null);
  const { data: tags = [] } = useQuery(allTags(organizationId));
  const create = useCreateTag(organizationId);
  const showProblem = useShowProblem();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const byId = new Map(tags.map((tag) => [tag.id, tag]));
  const chosen: Item[] = value.flatMap((tagId) => byId.get(tagId) ?? []);
  const isKnown = tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase());
  const items: Item[] = tags.map((tag) => ({ id: tag.id, name: tag.name, color: tag.color }));
  if (canCreate && name !== '' && !isKnown) items.push({ id: NEW, name, color: '#808080' });

  const change = async (selected: Item[]): Promise<void> => {
    const ids = selected.filter((item) => item.id !== NEW).map((item) => item.id);
    setTyped('');
    onChange(ids);
    if (!selected.some((item) => item.id === NEW)) return;
    try {
      const tag = await create.mutateAsync({ name, color: randomColor() });
      onChange([...ids, tag.id]);
    } catch (failure) {
      showProblem(failure);
    }
  };
  return (
    <Field {...{ label, hint, error, isLabelHidden }}>
      {(ids) => (
        <Combobox.Root
          multiple
          autoHighlight
          disabled={disabled}
          items={items}
          value={chosen}
          inputValue={typed}
          onInputValueChange={setTyped}
          onValueChange={(selected, { reason }) => {
            if (reason !== 'escape-key') void change(selected); // Escape closes the list; it must not take all tags away
          }}
          itemToStringLabel={(item: Item) => item.name}
          isItemEqualToValue={(item: Item, other: Item) => item.id === other.id && item.id !== NEW}
        >
          <Combobox.Chips
            ref={anchor}
            className="flex min-h-(--control-height) w-full flex-wrap items-center gap-1 rounded-control border border-control bg-bg px-2 py-1 text-sm focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent"
          >
            <Combobox.Value>
              {(selected: Item[]) =>
                selected.map((item) => (
                  <PickedChip key={item.id} name={item.name} color={item.color} disabled={disabled} />
                ))
              }
            </Combobox.Value>
            <Combobox.Input
              {...ids}
              dir="auto"
              placeholder={chosen.length === 0 ? t`Choose tags` : ''}
              className="h-6 min-w-24 flex-1 bg-transparent outline-none"
            />
          </Combobox.Chips>
          <Combobox.Portal>
            <Combobox.Positioner anchor={anchor} sideOffset={4} className="z-50 outline-none">
              <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-menu bg-raised p-1 text-sm text-text shadow-float ring-1 ring-line">
                <Combobox.Empty className="px-2 py-1 text-muted empty:hidden">
                  <Trans>No tag matches.</Trans>
                </Combobox.Empty>
                <Combobox.List>
                  {(item: Item) => (
                    <Combobox.Item
                      key={item.id === NEW ? 'new' : item.id}
                      value={item}
                      className="flex min-h-(--control-height) cursor-pointer items-center gap-2 rounded-control px-2 outline-none data-highlighted:bg-hover"
                    >
                      {item.id === NEW ? (
                        <Plus aria-hidden size={14} className="shrink-0" />
                      ) : (
                        <TagDot color={item.color} />
                      )}
                      <span dir="auto" className="min-w-0 flex-1 truncate">
                        {item.id === NEW ? t`Create “${item.name}”` : item.name}
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
      )}
    </Field>
  );
}
