import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, GripVertical, Plus, X } from 'lucide-react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { TextField } from '../../components/text-field';
import { classNames } from '../../lib/class-names';
import { propertyKey } from '../../lib/query-language';
import type { PropertyFields } from './properties';
import { useDragOrder } from './use-drag-order';

const MOST_OPTIONS = 500;

export interface OptionsEditorProps {
  form: UseFormReturn<PropertyFields>;
  canEdit: boolean;
  /** How many documents have each option, by its id. */
  counts: ReadonlyMap<string, number>;
}

/** Adds, renames, orders and removes the options of a property. */
export function OptionsEditor({ form, canEdit, counts }: OptionsEditorProps) {
  const { t } = useLingui();
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'options', keyName: 'key' });
  const { errors } = form.formState;
  const message = errors.options?.root?.message ?? errors.options?.message;
  const add = (): void => append({ name: '' }, { focusName: `options.${fields.length}.name` });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">
        <Trans>Options</Trans>
      </legend>
      <ol className="flex flex-col gap-1">
        {fields.map((option, index) => (
          <OptionRow
            key={option.key}
            {...{ form, index, canEdit, move, add }}
            count={fields.length}
            documentsCount={option.id === undefined ? 0 : (counts.get(option.id) ?? 0)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {message === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {message}
        </p>
      )}
      <div>
        <Button size="small" disabled={!canEdit || fields.length >= MOST_OPTIONS} onClick={add}>
          <Plus aria-hidden size={14} />
          {t`Add option`}
        </Button>
      </div>
    </fieldset>
  );
}

interface OptionRowProps {
  form: UseFormReturn<PropertyFields>;
  index: number;
  count: number;
  canEdit: boolean;
  documentsCount: number;
  move: (from: number, to: number) => void;
  add: () => void;
  onRemove: () => void;
}

function OptionRow({ form, index, count, canEdit, documentsCount, move, add, onRemove }: OptionRowProps) {
  const { t } = useLingui();
  const { row, handle, edge } = useDragOrder<HTMLLIElement>('options', index, {
    count,
    isEnabled: canEdit,
    onMove: move,
  });
  const { errors } = form.formState;
  const number = index + 1;
  return (
    <li
      ref={row}
      className={classNames(
        'flex flex-wrap items-start gap-1 border-y-2 border-transparent',
        edge === 'top' && 'border-t-accent',
        edge === 'bottom' && 'border-b-accent',
      )}
    >
      <IconButton
        {...handle}
        icon={GripVertical}
        label={t`Move option ${number}: drag, or use the arrow keys`}
        className="cursor-grab"
        disabled={!canEdit}
      />
      <div className="min-w-40 flex-1">
        <TextField
          label={t`Option ${number}`}
          isLabelHidden
          autoComplete="off"
          maxLength={255}
          error={errors.options?.[index]?.name?.message}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // a new option, not the whole form
            add();
          }}
          {...form.register(`options.${index}.name`, {
            validate: (name, { options, type }) => {
              if (type !== 'select' && type !== 'multi_select') return true;
              const key = propertyKey(name);
              if (key === '') return t`An option needs at least one letter or digit.`;
              const isTaken = options.some((other, place) => place < index && propertyKey(other.name) === key);
              return !isTaken || t`There is already an option with this name.`;
            },
          })}
        />
      </div>
      {documentsCount > 0 ? (
        <span className="self-center px-1 text-xs text-muted">
          <Plural value={documentsCount} one="# document" other="# documents" />
        </span>
      ) : null}
      <span className="hidden sm:inline-flex">
        <IconButton
          icon={ArrowUp}
          label={t`Move option ${number} up`}
          disabled={!canEdit || index === 0}
          onClick={() => move(index, index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          label={t`Move option ${number} down`}
          disabled={!canEdit || index === count - 1}
          onClick={() => move(index, index + 1)}
        />
      </span>
      <IconButton icon={X} label={t`Remove option ${number}`} disabled={!canEdit || count === 1} onClick={onRemove} />
    </li>
  );
}
