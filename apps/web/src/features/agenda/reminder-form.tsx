import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Checkbox } from '../../components/checkbox';
import { EditorForm } from '../../components/form';
import { SelectField } from '../../components/select-field';
import { TextField } from '../../components/text-field';
import { allProperties } from '../../lib/all-properties.queries';
import type { ReminderBody } from '../../lib/api';
import { formatDate } from '../../lib/format';
import { keyOf } from './agenda';
import { previewedEntries } from './agenda.queries';
import { bodyOf, offsetProblem, valuesOf, type ReminderValues } from './reminder-values';

const SETTLES_MS = 300;

/** The fields of a reminder, with the next entries that it would have. */
export function ReminderForm({
  organizationId,
  initial,
  action,
  canEdit,
  onCancel,
  onSave,
}: {
  organizationId: string;
  initial: ReminderBody;
  action: string;
  canEdit: boolean;
  onCancel: () => void;
  onSave: (body: ReminderBody) => Promise<void>;
}) {
  const { t } = useLingui();
  const form = useForm<ReminderValues>({ defaultValues: valuesOf(initial) });
  const { register, watch } = form;
  const { errors } = form.formState;
  const { data: properties = [] } = useQuery(allProperties(organizationId));
  const dates = properties.filter(({ type, role }) => type === 'date' && role !== 'due_date');
  const present = watch();
  return (
    <EditorForm
      form={form}
      fields={['name', 'query', 'source']}
      canEdit={canEdit}
      action={action}
      onCancel={onCancel}
      onSave={(values) => onSave(bodyOf(values))}
    >
      <TextField
        label={t`Name`}
        hint={t`Shown on the agenda, such as “Pay the invoice”.`}
        maxLength={255}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', { validate: (name) => name.trim() !== '' || t`Enter a name.` })}
      />
      <TextField
        label={t`Documents`}
        hint={t`A search such as “tag:contract”. Leave empty for all documents with this date.`}
        maxLength={1024}
        autoComplete="off"
        error={errors.query?.message}
        {...register('query')}
      />
      <div className="grid gap-4 sm:grid-cols-[6rem_8rem_8rem_minmax(0,1fr)]">
        <TextField
          label={t`How long`}
          type="number"
          inputMode="numeric"
          min={0}
          max={1000}
          error={errors.amount?.message}
          {...register('amount', {
            validate: (amount) => offsetProblem(amount) ?? t`Enter a whole number from 0 to 1,000.`,
          })}
        />
        <SelectField
          label={t`Unit`}
          options={[
            { value: 'days', label: t`days` },
            { value: 'months', label: t`months` },
          ]}
          {...register('unit')}
        />
        <SelectField
          label={t`Direction`}
          options={[
            { value: 'before', label: t`before` },
            { value: 'after', label: t`after` },
          ]}
          {...register('direction')}
        />
        <SelectField
          label={t`Date`}
          error={errors.source?.message}
          options={[
            { value: 'dueDate', label: t`the due date` },
            { value: 'documentDate', label: t`the date of the document` },
            { value: 'createdAt', label: t`the day of the upload` },
            ...dates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...register('source')}
        />
      </div>
      <div className="flex flex-col">
        <Checkbox {...register('isEnabled')}>
          <Trans>On</Trans>
        </Checkbox>
        <Checkbox {...register('sendsMail')}>
          <Trans>E-mail members what is due, once a day</Trans>
        </Checkbox>
      </div>
      <NextEntries organizationId={organizationId} values={present} />
    </EditorForm>
  );
}

/** The rule once nothing was typed for a moment: each one is searched for. */
function useSettled(body: ReminderBody): ReminderBody {
  const text = JSON.stringify(body);
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as ReminderBody;
}

function NextEntries({ organizationId, values }: { organizationId: string; values: ReminderValues }) {
  const { t } = useLingui();
  const isComplete = offsetProblem(values.amount) === true;
  const body = useSettled(bodyOf({ ...values, name: 'preview' })); // the name has no part in it
  const { data: entries } = useQuery({ ...previewedEntries(organizationId, body), enabled: isComplete });
  return (
    <section aria-labelledby="next-entries" className="flex flex-col gap-2">
      <h2 id="next-entries" className="text-sm font-medium">
        {t`Next entries`}
      </h2>
      <div role="status" className="min-h-6 text-sm">
        {entries?.length === 0 ? (
          <p className="text-muted">
            <Trans>None in the next three years.</Trans>
          </p>
        ) : (
          <ul className="flex flex-col gap-1">
            {entries?.map((entry) => (
              <li key={keyOf(entry)} className="flex gap-3">
                <time dateTime={entry.day} className="w-28 shrink-0 tabular-nums">
                  {formatDate(entry.day)}
                </time>
                <bdi className="min-w-0 truncate">{entry.document.name}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
