import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { MultiPicker } from '../../components/multi-picker';
import { useShowProblem } from '../../components/use-show-problem';
import type { Role } from '../property-lists';
import type { Choice } from '../../components/choice-picker';
import { useAddOption } from './document.queries';

export interface ListFieldProps {
  organizationId: string;
  role: Role;
  label: string;
  options: readonly Choice[];
  value: Choice | undefined;
  canEdit: boolean;
  /** With the property, which is new when the first option was created here. */
  onChange: (value: Choice | undefined, property?: { id: string; key: string; name: string }) => void;
}

/** An item with this id stands for the option that is to be created. */
const NEW = '';

/** Chooses the correspondent or type of a document by typing, or creates it. */
export function ListField({ organizationId, role, label, options, value, canEdit, onChange }: ListFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const add = useAddOption({ organizationId }, role, label);
  const showProblem = useShowProblem();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isKnown = options.some((option) => option.name.toLowerCase() === name.toLowerCase());
  const items: Choice[] = options.map((option) => ({ id: option.id, name: option.name }));
  if (name !== '' && !isKnown) items.push({ id: NEW, name });
  const change = async (selected: readonly Choice[]): Promise<void> => {
    setTyped('');
    const chosen = selected.find((item) => item.id !== value?.id);
    if (chosen?.id !== NEW) {
      onChange(chosen);
      return;
    }
    try {
      const { property, option } = await add.mutateAsync(chosen.name);
      onChange({ id: option.id, name: option.name }, property);
    } catch (failure) {
      showProblem(failure);
    }
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium" dir="auto">
        {label}
      </label>
      <MultiPicker
        input={{ id }}
        disabled={!canEdit || add.isPending}
        items={items}
        value={value ? [value] : []}
        typed={typed}
        onTyped={setTyped}
        onChange={(selected) => void change(selected)}
        isSame={(item, other) => item.id === other.id && item.id !== NEW}
        placeholder={t`Not set`}
        empty={<Trans>No matches.</Trans>}
        icon={(item) => (item.id === NEW ? <Plus aria-hidden size={14} className="shrink-0" /> : null)}
        nameOf={(item) => (item.id === NEW ? t`Create “${item.name}”` : item.name)}
      />
    </div>
  );
}
