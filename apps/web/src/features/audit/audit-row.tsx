import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { Fact, Facts } from '../../components/facts';
import { Time } from '../../components/time';
import type { AuditFilter } from './audit';
import type { AuditEntry } from './audit.queries';
import { WhatHappened } from './what-happened';

export interface AuditRowProps {
  entry: AuditEntry;
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

/** What happened, who did it and where from; what else is known opens below it. */
export function AuditRow({ entry, filter, onFilter }: AuditRowProps) {
  const { createdAt, address, target } = entry;
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-0.5 px-3 py-2 outline-offset-[-2px] hover:bg-hover">
          <span className="w-44 shrink-0 text-muted">
            <Time value={createdAt} form="time" />
          </span>
          <span className="flex min-w-0 flex-1 basis-60 flex-col wrap-anywhere">
            <span>
              <span className="font-medium">
                <WhatHappened entry={entry} />
              </span>{' '}
              <bdi>{target?.name}</bdi>
            </span>
            <span className="text-xs text-muted">
              <Actor actor={entry.actor} />
              {address === null ? null : `, ${address}`}
            </span>
          </span>
        </summary>
        <EntryDetails entry={entry} filter={filter} onFilter={onFilter} />
      </details>
    </li>
  );
}

function Actor({ actor }: { actor: AuditEntry['actor'] }) {
  const name = <bdi>{actor.name ?? actor.email ?? actor.userId}</bdi>;
  const isKnown = actor.userId !== null;
  if (actor.type === 'system') return <Trans>The server</Trans>;
  if (actor.type === 'visitor') return <Trans>A visitor</Trans>;
  if (actor.type === 'api-key')
    return isKnown ? <Trans>An API key that belongs to {name}</Trans> : <Trans>An API key</Trans>;
  return isKnown ? name : <Trans>An unknown user</Trans>;
}

function EntryDetails({ entry, filter, onFilter }: AuditRowProps) {
  const { t } = useLingui();
  const { actor, target, details, userAgent, address, sequence, hash, organizationId, action } = entry;
  const { userId } = actor;
  return (
    <div className="flex flex-col gap-3 bg-panel px-3 py-3">
      <Facts>
        <Fact name={t`Action`}>
          <code>{action}</code>
        </Fact>
        {userId === null ? null : (
          <Fact name={t`Person`}>
            <bdi>{actor.email ?? actor.name}</bdi> <code className="text-muted">{userId}</code>
          </Fact>
        )}
        {actor.apiKeyId === null ? null : <CodeFact name={t`API key`}>{actor.apiKeyId}</CodeFact>}
        {address === null ? null : <CodeFact name={t`Address`}>{address}</CodeFact>}
        {userAgent === null ? null : <Fact name={t`Browser or program`}>{userAgent}</Fact>}
        {organizationId === null ? null : <CodeFact name={t`Organization`}>{organizationId}</CodeFact>}
        {target === null ? null : (
          <Fact name={t`Target`}>
            <bdi>{target.name}</bdi> <code className="text-muted">{target.id}</code>
          </Fact>
        )}
        {Object.entries(details).map(([name, value]) => (
          <CodeFact key={name} name={name}>
            {textOf(value)}
          </CodeFact>
        ))}
        {sequence === null ? (
          <Fact name={t`Number`}>
            <Trans>Not sealed yet. This takes a moment.</Trans>
          </Fact>
        ) : (
          <CodeFact name={t`Number`}>{sequence}</CodeFact>
        )}
        {hash === null ? null : <CodeFact name={t`Hash`}>{hash}</CodeFact>}
      </Facts>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onFilter({ ...filter, action })}>
          <Trans>Only this action</Trans>
        </Button>
        {userId === null ? null : (
          <Button size="small" onClick={() => onFilter({ ...filter, actor: userId })}>
            <Trans>Only this person</Trans>
          </Button>
        )}
        {target === null ? null : (
          <Button size="small" onClick={() => onFilter({ ...filter, target: target.id })}>
            <Trans>Only this target</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

function CodeFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Fact name={name}>
      <code>{children}</code>
    </Fact>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
