import { useLingui } from '@lingui/react/macro';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import type { AgendaEntryView } from '../../lib/api';
import { formatDate } from '../../lib/format';
import { addDays } from './agenda';
import { useAgendaActions } from './agenda.queries';

export interface EntryActions {
  finish: (entry: AgendaEntryView) => Promise<void>;
  /** Moves it to the day so many days after today. */
  putOff: (entry: AgendaEntryView, days: number) => Promise<void>;
}

/** What a person does with an entry; each can be undone. */
export function useEntryActions(organizationId: string, present: string): EntryActions {
  const { t } = useLingui();
  const { mark } = useAgendaActions(organizationId);
  const done = useDone();
  const showProblem = useShowProblem();
  return {
    finish: async (entry) => {
      const { document, snoozedUntil } = entry;
      const { name } = document;
      try {
        await mark(entry, { isDone: true, snoozedUntil });
        done(t`“${name}” marked as done.`, () => mark(entry, { snoozedUntil }));
      } catch (error) {
        showProblem(error);
      }
    },
    putOff: async (entry, days) => {
      const { document, snoozedUntil } = entry;
      const { name } = document;
      const until = addDays(present, days);
      const day = formatDate(until);
      try {
        await mark(entry, { snoozedUntil: until });
        done(t`“${name}” snoozed until ${day}.`, () => mark(entry, { snoozedUntil }));
      } catch (error) {
        showProblem(error);
      }
    },
  };
}
