import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { IconButton } from '../../components/icon-button';
import { SelectField } from '../../components/select-field';
import { allProperties } from '../../lib/all-properties.queries';
import { ChangeValue } from './change-value';
import { isSettable, newChange, targetOfChange } from './condition-targets';
import { useRoleTargets } from './role-targets';
import { fieldWord } from './rule-words';
import { MOST_CHANGES, type Change } from './rules';

/** What a rule sets besides tags: each thing once. */
export function ChangeFields({
  organizationId,
  value: changes,
  error,
  onChange,
}: {
  organizationId: string;
  value: readonly Change[];
  error: string | undefined;
  onChange: (changes: Change[]) => void;
}) {
  const { t, i18n } = useLingui();
  const { data: properties = [] } = useQuery(allProperties(organizationId));
  const roles = useRoleTargets(organizationId, properties);
  const taken = new Set(changes.map(targetOfChange));
  const targets = [
    { value: 'documentDate', label: fieldWord(i18n, 'documentDate') },
    { value: 'name', label: fieldWord(i18n, 'name') },
    ...properties.filter(isSettable).map(({ id, name }) => ({ value: `property:${id}`, label: name })),
    ...roles.targets,
  ];
  const nameOf = (change: Change): string =>
    (change.kind === 'property'
      ? properties.find(({ id }) => id === change.propertyDefinitionId)?.name
      : fieldWord(i18n, change.kind)) ?? fieldWord(i18n, 'property');
  const free = targets.filter(({ value }) => !taken.has(value));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">
        <Trans>Changes</Trans>
      </legend>
      <ul className="flex flex-col gap-2">
        {changes.map((change, index) => (
          <li key={targetOfChange(change)} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <ChangeValue
                label={t`Set “${nameOf(change)}” to`}
                change={change}
                property={properties.find(({ id }) => id === change.propertyDefinitionId)}
                onChange={(value) => onChange(changes.map((one, at) => (at === index ? { ...one, value } : one)))}
              />
            </div>
            <IconButton
              icon={X}
              label={t`Do not set “${nameOf(change)}”`}
              onClick={() => onChange(changes.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      {changes.length < MOST_CHANGES && free.length > 0 ? (
        <SelectField
          label={t`Also set`}
          disabled={roles.isPending}
          value=""
          options={[{ value: '', label: t`Choose what to set` }, ...free]}
          onChange={({ target }) => {
            if (target.value === '') return;
            roles.choose(target.value, properties, (chosen, known) => onChange([...changes, newChange(chosen, known)]));
          }}
        />
      ) : null}
      <p className="text-xs text-muted">
        <Trans>
          When a document is read again, the rule sets only what is empty, so that corrections stay. Applied to all
          documents, it sets everything.
        </Trans>
      </p>
      {error === undefined ? null : (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
