import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { AlarmClock, Check } from 'lucide-react';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem } from '../../components/menu';
import type { AgendaEntryView } from '../../lib/api';
import { formatDate } from '../../lib/format';
import { keyOf } from './agenda';
import type { EntryActions } from './use-entry-actions';

/** An entry: its day, the document, the reminder, and what a person does with it. */
export function AgendaRow({
  organizationId,
  entry,
  canEdit,
  actions,
}: {
  organizationId: string;
  entry: AgendaEntryView;
  canEdit: boolean;
  actions: EntryActions;
}) {
  const { t } = useLingui();
  const { day, sourceDay, snoozedUntil, document, reminder } = entry;
  const { name } = document;
  const date = formatDate(sourceDay);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 hover:bg-hover">
      <time dateTime={day} className="w-28 shrink-0 text-sm tabular-nums">
        {formatDate(day)}
      </time>
      <div className="min-w-0 flex-1 basis-48">
        <Link
          to="/organizations/$organizationId/documents/$documentId"
          params={{ organizationId, documentId: document.id }}
          data-entry={keyOf(entry)}
          className="font-medium wrap-anywhere hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="text-xs text-muted">
          <bdi>{reminder.name}</bdi>
          {day === sourceDay ? null : <> · {t`from ${date}`}</>}
          {snoozedUntil === null ? null : <> · {t`snoozed`}</>}
        </p>
      </div>
      {canEdit ? (
        <div className="flex">
          <IconButton
            icon={Check}
            label={t`Mark “${name}” as done`}
            keys="e"
            onClick={() => void actions.finish(entry)}
          />
          <Menu trigger={<IconButton icon={AlarmClock} label={t`Snooze “${name}”`} />}>
            <MenuItem onSelect={() => void actions.putOff(entry, 1)}>
              <Trans>Until tomorrow</Trans>
            </MenuItem>
            <MenuItem keys="z" onSelect={() => void actions.putOff(entry, 7)}>
              <Trans>One week</Trans>
            </MenuItem>
            <MenuItem onSelect={() => void actions.putOff(entry, 30)}>
              <Trans>30 days</Trans>
            </MenuItem>
          </Menu>
        </div>
      ) : null}
    </li>
  );
}
