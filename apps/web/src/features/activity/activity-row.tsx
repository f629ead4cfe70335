import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { EventView } from '../../lib/api';
import { formatClock, formatTime } from '../../lib/format';
import { currentUser } from '../session';
import type { Names } from './activity';
import { sentenceOf } from './sentences';
import { Person } from './subjects';

export function ActivityRow({
  organizationId,
  event,
  names,
}: {
  organizationId: string;
  event: EventView;
  names: Names;
}) {
  const { data: me } = useQuery(currentUser());
  const who = <Actor event={event} names={names} myId={me?.id} />;
  return (
    <li className="flex gap-3 rounded-control px-1 py-1.5 hover:bg-hover">
      <time
        dateTime={event.timestamp}
        title={formatTime(event.timestamp)}
        className="w-18 shrink-0 whitespace-nowrap text-muted"
      >
        {formatClock(event.timestamp)}
      </time>
      <p className="min-w-0 break-words">{sentenceOf(event, { who, names, organizationId })}</p>
    </li>
  );
}

function Actor({ event: { actor }, names, myId }: { event: EventView; names: Names; myId: string | undefined }) {
  if (actor === null) return <Trans>A person</Trans>;
  if (actor.type === 'system')
    return actor.reason?.startsWith('plugin:') === true ? (
      <Plugin name={actor.reason.slice('plugin:'.length)} />
    ) : (
      <Trans>The server</Trans>
    );
  const name = <Person id={actor.userId} names={names} />;
  if (actor.type === 'api-key') return <Trans>An API key that belongs to {name}</Trans>;
  return actor.userId === myId ? <Trans>You</Trans> : name;
}

function Plugin({ name }: { name: string }) {
  const plugin = <bdi>{name}</bdi>;
  return <Trans>The plugin {plugin}</Trans>;
}
