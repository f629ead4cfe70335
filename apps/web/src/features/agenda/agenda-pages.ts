/** The pages in one file: each further file costs every first visit a name in the list of files. */
export { AgendaPage } from './agenda-page';
export { CreateReminderPage } from './create-reminder-page';
export { ReminderPage } from './reminder-page';
export { RemindersPage } from './reminders-page';
