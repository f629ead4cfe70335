import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '../../components/checkbox';
import { organizations } from '../session';
import { Choice } from './choice';

/** Undefined: all organizations, also later ones. */
export function OrganizationFields({
  chosen,
  onChange,
}: {
  chosen: ReadonlySet<string> | undefined;
  onChange: (chosen: ReadonlySet<string> | undefined) => void;
}) {
  const { t } = useLingui();
  const { data: all = [] } = useQuery(organizations());
  return (
    <div className="flex flex-col gap-2">
      <Choice<'all' | 'some'>
        label={t`Organizations`}
        name="organizations"
        value={chosen ? 'some' : 'all'}
        options={[
          ['all', t`All of mine, including future ones`],
          ['some', t`Only these`],
        ]}
        onChange={(value) => onChange(value === 'all' ? undefined : new Set())}
      />
      {chosen ? (
        <div role="group" aria-label={t`Organizations`} className="flex flex-col ps-6">
          {all.map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={chosen.has(id)}
              onChange={() => {
                const next = new Set(chosen);
                if (!next.delete(id)) next.add(id);
                onChange(next);
              }}
            >
              <span dir="auto">{name}</span>
            </Checkbox>
          ))}
          {chosen.size === 0 ? (
            <p className="text-xs text-muted">
              <Trans>Choose at least one.</Trans>
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
