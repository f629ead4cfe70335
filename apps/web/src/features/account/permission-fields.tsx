import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import type { Permission } from '../../lib/api';
import { usePermissionNames } from './part-names';
import { permissionGroups, READING } from './permissions';

const GROUPS = permissionGroups();

/** A table of parts and what may be done with them. */
export function PermissionFields({
  chosen,
  onChange,
}: {
  chosen: ReadonlySet<Permission>;
  onChange: (chosen: ReadonlySet<Permission>) => void;
}) {
  const { t } = useLingui();
  const { partName, verbName } = usePermissionNames();
  const toggle = (permission: Permission): void => {
    const next = new Set(chosen);
    if (!next.delete(permission)) next.add(permission);
    onChange(next);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium">{t`Permissions`}</legend>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onChange(new Set(READING))}>
          <Trans>Read only</Trans>
        </Button>
        <Button size="small" onClick={() => onChange(new Set(GROUPS.flatMap(({ permissions }) => permissions)))}>
          <Trans>Everything</Trans>
        </Button>
        <Button size="small" onClick={() => onChange(new Set())}>
          <Trans>Nothing</Trans>
        </Button>
      </div>
      <div className="flex flex-col divide-y divide-line rounded-menu border border-line">
        {GROUPS.map(({ part, permissions }) => (
          <div
            key={part}
            role="group"
            aria-label={partName(part)}
            className="flex flex-wrap items-center gap-x-4 px-3 py-1"
          >
            <span className="basis-full pt-1 text-sm sm:basis-44 sm:pt-0">{partName(part)}</span>
            {permissions.map((permission) => (
              <Checkbox key={permission} checked={chosen.has(permission)} onChange={() => toggle(permission)}>
                {verbName(permission)}
              </Checkbox>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
