import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { MultiPicker } from '../../components/multi-picker';
import { TagDot } from '../../components/tag-chip';
import { Field } from '../../components/text-field';
import { useShowProblem } from '../../components/use-show-problem';
import { formatNumber } from '../../lib/format';
import { likeliestFirst, recentTags, rememberTag } from '../../lib/recent-tags';
import { randomColor } from './tags';
import { allTags, useCreateTag } from './tags.queries';

interface Item {
  id: string;
  name: string;
  color: string;
  documentsCount?: number;
}

export interface TagPickerProps {
  organizationId: string;
  label: string;
  /** Ids of tags. */
  value: readonly string[];
  /** `made` is a tag that was just created: no list has it yet. */
  onChange: (tagIds: string[], made?: Item) => void;
  error?: string | undefined;
  hint?: string;
  isLabelHidden?: boolean;
  /** Offers to create the tag that was typed. */
  canCreate?: boolean;
  disabled?: boolean;
}

/** An item with this id stands for the tag that is to be created. */
const NEW = '';

/** Chooses any number of tags by typing, recent ones first; Backspace takes the last one away. */
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
  const { data: tags = [] } = useQuery(allTags(organizationId));
  const create = useCreateTag(organizationId);
  const showProblem = useShowProblem();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const byId = new Map(tags.map((tag) => [tag.id, tag]));
  const chosen: Item[] = value.flatMap((tagId) => byId.get(tagId) ?? []);
  const isKnown = tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase());
  // Kept while the list is open, so that no tag moves away from under the pointer.
  const [order, setOrder] = useState<readonly string[]>([]);
  const items: Item[] = likeliestFirst(tags, order);
  if (canCreate && name !== '' && !isKnown) items.push({ id: NEW, name, color: '#808080' });

  // Others may be chosen while a tag is being created.
  const latest = useRef(value);
  latest.current = value;
  const change = async (selected: Item[]): Promise<void> => {
    const ids = selected.filter((item) => item.id !== NEW).map((item) => item.id);
    setTyped('');
    onChange(ids);
    for (const id of ids) if (!value.includes(id)) rememberTag(organizationId, id);
    if (!selected.some((item) => item.id === NEW)) return;
    try {
      const tag = await create.mutateAsync({ name, color: randomColor() });
      onChange([...latest.current, tag.id], tag);
      rememberTag(organizationId, tag.id);
    } catch (failure) {
      showProblem(failure);
    }
  };
  return (
    <Field {...{ label, hint, error, isLabelHidden }}>
      {(ids) => (
        <MultiPicker
          input={ids}
          disabled={disabled}
          items={items}
          value={chosen}
          typed={typed}
          onTyped={setTyped}
          onChange={(selected) => void change(selected)}
          onOpen={() => setOrder(likeliestFirst(tags, recentTags(organizationId)).map(({ id }) => id))}
          isSame={(item, other) => item.id === other.id && item.id !== NEW}
          placeholder={t`Choose tags`}
          empty={<Trans>No tag matches.</Trans>}
          icon={({ id, color }) =>
            id === NEW ? <Plus aria-hidden size={14} className="shrink-0" /> : <TagDot color={color} />
          }
          detail={({ documentsCount }) => (documentsCount === undefined ? null : formatNumber(documentsCount))}
          nameOf={(item) => (item.id === NEW ? t`Create “${item.name}”` : item.name)}
        />
      )}
    </Field>
  );
}
