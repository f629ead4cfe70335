import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DateField } from '../../components/date-field';
import { SelectField } from '../../components/select-field';
import { NumberField } from '../../components/number-field';
import { TextField } from '../../components/text-field';
import { members } from '../members';
import { ChoicePicker, type Choice } from '../../components/choice-picker';
import { dayOf } from './document';
import { documentsNamed, type ArchiveDocument, type DocumentIds, type NewValue } from './document.queries';

type Property = NonNullable<ArchiveDocument['customProperties']>[number];

export interface PropertyEditorProps {
  path: DocumentIds;
  property: Property;
  /** Of a select. */
  options: readonly { id: string; name: string }[];
  canEdit: boolean;
  onChange: (value: NewValue, shown: Property['value']) => void;
}

/** The field for the value of a property, as its type needs it. */
export function PropertyEditor(props: PropertyEditorProps) {
  const { t } = useLingui();
  const { property, options, canEdit, onChange } = props;
  const { name, type, value } = property;
  switch (type) {
    case 'text':
      return <TypedField {...props} />;
    case 'number':
      return (
        <NumberField
          label={name}
          disabled={!canEdit}
          value={typeof value === 'number' ? value : undefined}
          onValue={(number) => onChange(number ?? null, number ?? null)}
        />
      );
    case 'date':
      return (
        <DateField
          label={name}
          disabled={!canEdit}
          value={typeof value === 'string' ? dayOf(value) : ''}
          onDate={(date) => onChange(date || null, date || null)}
        />
      );
    case 'boolean':
      return (
        <SelectField
          label={name}
          disabled={!canEdit}
          value={typeof value === 'boolean' ? String(value) : ''}
          options={[
            { value: '', label: t`Not set` },
            { value: 'true', label: t`Yes` },
            { value: 'false', label: t`No` },
          ]}
          onChange={({ target }) => {
            const chosen = target.value === '' ? null : target.value === 'true';
            onChange(chosen, chosen);
          }}
        />
      );
    case 'select': {
      const present = value !== null && typeof value === 'object' && 'optionId' in value ? value.optionId : '';
      return (
        <SelectField
          label={name}
          disabled={!canEdit}
          value={present}
          options={[{ value: '', label: t`Not set` }, ...options.map((each) => ({ value: each.id, label: each.name }))]}
          onChange={({ target }) => {
            const option = options.find(({ id }) => id === target.value);
            onChange(option?.id ?? null, option ? { optionId: option.id, name: option.name } : null);
          }}
        />
      );
    }
    case 'multi_select':
      return (
        <ChoicePicker
          label={name}
          disabled={!canEdit}
          items={options}
          value={choicesOf(value)}
          onChange={(chosen) =>
            onChange(
              chosen.map(({ id }) => id),
              orNull(chosen.map(({ id, name: option }) => ({ optionId: id, name: option }))),
            )
          }
        />
      );
    case 'user_relation':
      return <MembersField {...props} />;
    case 'document_relation':
      return <DocumentsField {...props} />;
  }
}

const orNull = <Item,>(items: Item[]): Item[] | null => (items.length === 0 ? null : items);

function choicesOf(value: Property['value']): Choice[] {
  if (!Array.isArray(value)) return [];
  return value.map((each) => ({
    id: 'optionId' in each ? each.optionId : 'userId' in each ? each.userId : each.documentId,
    name: each.name,
  }));
}

/** Saves when the field is left, or by Enter; Escape takes back what was typed. */
function TypedField({ property, canEdit, onChange }: PropertyEditorProps) {
  const { name, value } = property;
  const shown = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const save = (): void => {
    if (typed === shown) return;
    if (typed.trim() === '') return onChange(null, null);
    onChange(typed, typed);
  };
  return (
    <TextField
      label={name}
      disabled={!canEdit}
      maxLength={10_000}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setTyped(shown);
      }}
    />
  );
}

function MembersField({ path, property, canEdit, onChange }: PropertyEditorProps) {
  const { data: all = [] } = useQuery(members(path.organizationId));
  const users = all.map(({ user }) => user);
  return (
    <ChoicePicker
      label={property.name}
      disabled={!canEdit}
      items={users.map(({ id, name, email }) => ({ id, name: name || email }))}
      value={choicesOf(property.value)}
      onChange={(chosen) =>
        onChange(
          chosen.map(({ id }) => id),
          orNull(
            chosen.map(({ id, name }) => ({
              userId: id,
              name,
              email: users.find((user) => user.id === id)?.email ?? '',
            })),
          ),
        )
      }
    />
  );
}

function DocumentsField({ path, property, canEdit, onChange }: PropertyEditorProps) {
  const [typed, setTyped] = useState('');
  const { data = [] } = useQuery({
    ...documentsNamed(path.organizationId, typed.trim()),
    placeholderData: (before) => before,
    enabled: canEdit,
  });
  return (
    <ChoicePicker
      label={property.name}
      disabled={!canEdit}
      items={data.filter(({ id }) => id !== path.documentId)}
      value={choicesOf(property.value)}
      onSearch={setTyped}
      onChange={(chosen) =>
        onChange(
          chosen.map(({ id }) => id),
          orNull(chosen.map(({ id, name }) => ({ documentId: id, name }))),
        )
      }
    />
  );
}
