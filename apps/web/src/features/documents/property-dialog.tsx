import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { Dialog } from '../../components/dialog';
import { SelectField } from '../../components/select-field';
import { TextField } from '../../components/text-field';
import { allProperties } from '../../lib/all-properties.queries';
import type { BatchBodyOf, CustomPropertyView } from './documents.queries';
import { propertyValueOf } from './property-input';

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
  const [text, setText] = useState('');
  const [options, setOptions] = useState<readonly string[]>([]);
  const property = properties.find((each) => each.id === id) ?? properties[0];
  const value = property && propertyValueOf(property.type, text, options);
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
              setText('');
              setOptions([]);
            }}
          />
          <ValueField property={property} text={text} onText={setText} options={options} onOptions={setOptions} />
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

function ValueField({
  property,
  text,
  onText,
  options,
  onOptions,
}: {
  property: CustomPropertyView;
  text: string;
  onText: (text: string) => void;
  options: readonly string[];
  onOptions: (options: readonly string[]) => void;
}) {
  const { t } = useLingui();
  const { type } = property;
  const { options: choices } = property;
  if (type === 'multi_select') {
    return (
      <fieldset className="flex flex-col">
        <legend className="text-sm font-medium">{t`Value`}</legend>
        {choices.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={options.includes(id)}
            onChange={({ target }) =>
              onOptions(target.checked ? [...options, id] : options.filter((each) => each !== id))
            }
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
        ? choices.map(({ id, name }) => ({ value: id, label: name }))
        : [
            { value: 'true', label: t`Yes` },
            { value: 'false', label: t`No` },
          ];
    return (
      <SelectField
        label={t`Value`}
        options={[{ value: '', label: '' }, ...all]}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    );
  }
  return (
    <TextField
      label={t`Value`}
      type={type === 'date' ? 'date' : type === 'number' ? 'number' : 'text'}
      {...(type === 'number' ? { step: 'any' } : {})}
      value={text}
      onChange={({ target }) => onText(target.value)}
    />
  );
}
