import { defineEvent } from '#ground/history';

interface IntakeEmailFacts {
  intakeEmailId: string;
  emailAddress: string;
}

export const IntakeEmailCreated = defineEvent<IntakeEmailFacts>('intake-email:created', {
  description: 'An address for intake by mail was created.',
});
/** `updatedFields`: names of fields in the JSON of the address. */
interface UpdatedIntakeEmailFacts {
  intakeEmailId: string;
  emailAddress: string;
  updatedFields: string[];
}

export const IntakeEmailUpdated = defineEvent<UpdatedIntakeEmailFacts>('intake-email:updated', {
  description: 'An address for intake by mail was enabled or disabled, or its allowed senders were changed.',
});
export const IntakeEmailDeleted = defineEvent<IntakeEmailFacts>('intake-email:deleted', {
  description: 'An address for intake by mail was deleted.',
});
