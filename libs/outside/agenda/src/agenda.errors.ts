import { defineError } from '#ground/kernel';

export const ReminderNotFound = defineError('reminders.not_found', 'not_found', 'Reminder not found.');
export const ReminderLimitReached = defineError(
  'reminders.limit_reached',
  'forbidden',
  'An organization has at most 50 reminders. Delete one first.',
);
export const ReminderHasNoDate = defineError(
  'reminders.no_date',
  'invalid',
  'propertyId must name a property of this organization whose values are dates, if dateSource is "property"; otherwise it is null.',
);
export const AgendaTooLong = defineError(
  'agenda.period_too_long',
  'invalid',
  'The period ends before it begins, or has more than 1,100 days.',
);
export const AgendaEntryNotFound = defineError(
  'agenda.entry_not_found',
  'not_found',
  'The agenda has no entry of this reminder for this document and day.',
);
export const AgendaFeedNotFound = defineError('agenda.feed_not_found', 'not_found', 'Calendar not found.');
