import { defineEvent } from '#ground/history';

/** `day` and `sourceDay`: calendar days, `YYYY-MM-DD`. */
interface AgendaDueFacts {
  documentId: string;
  /** The name of the document. */
  name: string;
  reminderId: string;
  reminderName: string;
  day: string;
  sourceDay: string;
}

export const AgendaDue = defineEvent<AgendaDueFacts>('agenda:due', {
  description:
    'The day of an entry of the agenda has come, or it was put off until this day. `sourceDay` is the date of the document that the reminder counts from.',
});

/** `name`: after the change; of a deleted reminder, the last one. */
interface ReminderFacts {
  reminderId: string;
  name: string;
}

export const ReminderCreated = defineEvent<ReminderFacts>('reminder:created', {
  description: 'A reminder was created.',
});
export const ReminderUpdated = defineEvent<ReminderFacts>('reminder:updated', {
  description: 'A reminder was changed.',
});
export const ReminderDeleted = defineEvent<ReminderFacts>('reminder:deleted', {
  description: 'A reminder was deleted, with all its entries.',
});
