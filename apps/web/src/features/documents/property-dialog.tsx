import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { Dialog } from '../../components/dialog';
import { DateField } from '../../components/date-field';
import { NumberField } from '../../components/number-field';
import { SelectField } from '../../components/select-field';
import { TextField } from '../../components/text-field';
import { allProperties } from '../../lib/all-properties.queries';
import type { BatchBodyOf, CustomPropertyView } from './documents.queries';

type SetValue = NonNullable<BatchBodyOf<'properties'>['set']>[number]['value'] | undefined;

/** One custom property of many documents. Relations are set on the page of a document. */
export function PropertyDialog({
  organizationId,
  onChange,
  onClose,
}: {
  organizationId: string;
  onChange: (change: Pick<BatchBodyOf<'properties'>, 'clear' | 'set'>) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { data: all = [] } = useQuery(allProperties(organizationId));
  const properties = all.filter(
    ({ type, hidden }) => !hidden && type !== 'user_relation' && type !== 'document_relation',
  );
  const [id, setId] = useState('');
  const [value, setValue] = useState<SetValue>();
  const property = properties.find((each) => each.id === id) ?? properties[0];
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!property || value === undefined) return;
    onChange({ set: [{ propertyDefinitionId: property.id, value }] });
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t`Property`}>
      {property ? (
        <form onSubmit={submit} className="flex flex-col gap-4">
          <SelectField
            label={t`Property`}
            options={properties.map((each) => ({ value: each.id, label: each.name }))}
            value={property.id}
            onChange={({ target }) => {
              setId(target.value);
              setValue(undefined);
            }}
          />
          <ValueField key={property.id} property={property} value={value} onValue={setValue} />
          <div className="flex justify-end gap-2">
            <Button
              onClick={() => {
                onChange({ clear: [property.id] });
                onClose();
              }}
            >
              <Trans>Remove value</Trans>
            </Button>
            <Button type="submit" kind="primary" disabled={value === undefined}>
              <Trans>Set value</Trans>
            </Button>
          </div>
        </form>
      ) : (
        <p className="text-sm text-muted">
          <Trans>No custom properties yet. Create one under “Properties”.</Trans>
        </p>
      )}
    </Dialog>
  );
}

/** Undefined: there is nothing to set yet. */
function ValueField({
  property: { type, options },
  value,
  onValue,
}: {
  property: CustomPropertyView;
  value: SetValue;
  onValue: (value: SetValue) => void;
}) {
  const { t } = useLingui();
  if (type === 'multi_select') {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset className="flex flex-col">
        <legend className="text-sm font-medium">{t`Value`}</legend>
        {options.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) => {
              const next = target.checked ? [...chosen, id] : chosen.filter((each) => each !== id);
              onValue(next.length > 0 ? next : undefined);
            }}
          >
            <span dir="auto">{name}</span>
          </Checkbox>
        ))}
      </fieldset>
    );
  }
  if (type === 'select' || type === 'boolean') {
    const all =
      type === 'select'
        ? options.map(({ id, name }) => ({ value: id, label: name }))
        : [
            { value: 'true', label: t`Yes` },
            { value: 'false', label: t`No` },
          ];
    return (
      <SelectField
        label={t`Value`}
        options={[{ value: '', label: '' }, ...all]}
        value={value === undefined ? '' : String(value)}
        onChange={({ target: { value: next } }) =>
          onValue(next === '' ? undefined : type === 'boolean' ? next === 'true' : next)
        }
      />
    );
  }
  if (type === 'number') return <NumberField label={t`Value`} isDraft value={numberIn(value)} onValue={onValue} />;
  const text = typeof value === 'string' ? value : '';
  const onText = (next: string): void => onValue(next.trim() === '' ? undefined : next);
  if (type === 'date') return <DateField label={t`Value`} isDraft value={text} onDate={onText} />;
  return <TextField label={t`Value`} value={text} onChange={({ target }) => onText(target.value)} />;
}

const numberIn = (value: SetValue): number | undefined => (typeof value === 'number' ? value : undefined);
