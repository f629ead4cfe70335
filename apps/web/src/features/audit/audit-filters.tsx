import { Trans, useLingui } from '@lingui/react/macro';
import { Download, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { DateField } from '../../components/date-field';
import { TextField } from '../../components/text-field';
import { defined } from '../../lib/defined';
import type { AuditFilter, AuditScope } from './audit';
import { exportAddress, type AuditChain } from './audit.queries';

export interface AuditFiltersProps {
  scope: AuditScope;
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
  /** Offered while an action is typed. */
  actions: readonly string[];
}

/** Narrows a log down, and exports it. */
export function AuditFilters({ scope, filter, onFilter, actions }: AuditFiltersProps) {
  const { t } = useLingui();
  const change = (part: { [Key in keyof AuditFilter]?: AuditFilter[Key] | undefined }): void =>
    onFilter(defined({ ...filter, ...part }));
  const { actor, target, from = '', to = '' } = filter;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <ActionField value={filter.action ?? ''} actions={actions} onAction={(action) => change({ action })} />
        <DateField label={t`From`} value={from} onDate={(date) => change({ from: date })} />
        <DateField label={t`To`} value={to} onDate={(date) => change({ to: date })} />
        {scope.kind === 'all' ? null : <Exports chain={scope} filter={filter} />}
      </div>
      {actor === undefined && target === undefined ? null : (
        <div className="flex flex-wrap gap-2">
          {actor === undefined ? null : (
            <Button size="small" onClick={() => change({ actor: undefined })} aria-label={t`Show all people`}>
              <span className="min-w-0 truncate">
                <Trans>Done by {actor}</Trans>
              </span>
              <X aria-hidden size={14} />
            </Button>
          )}
          {target === undefined ? null : (
            <Button size="small" onClick={() => change({ target: undefined })} aria-label={t`Show all targets`}>
              <span className="min-w-0 truncate">
                <Trans>Done to {target}</Trans>
              </span>
              <X aria-hidden size={14} />
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Exports({ chain, filter }: { chain: AuditChain; filter: AuditFilter }) {
  return (
    <div className="ms-auto flex gap-2">
      <a href={exportAddress(chain, filter, 'csv')} download className={buttonClasses()}>
        <Download aria-hidden size={16} />
        <Trans>Export CSV</Trans>
      </a>
      <a href={exportAddress(chain, filter, 'jsonl')} download className={buttonClasses()}>
        <Trans>Export JSON</Trans>
      </a>
    </div>
  );
}

/** Takes effect when one of the offered actions is chosen, or with Enter. */
function ActionField({
  value,
  actions,
  onAction,
}: {
  value: string;
  actions: readonly string[];
  onAction: (action: string) => void;
}) {
  const { t } = useLingui();
  const list = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const apply = (action: string): void => {
    if (action !== value) onAction(action);
  };
  return (
    <div className="w-56">
      <TextField
        label={t`Action`}
        placeholder={t`All actions`}
        list={list}
        maxLength={100}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '' || actions.includes(target.value)) apply(target.value);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') apply(typed.trim());
        }}
        onBlur={() => apply(typed.trim())}
      />
      <datalist id={list}>
        {actions.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
    </div>
  );
}
