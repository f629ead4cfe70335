import { eventNamed } from '#ground/history';
import { auditActionNamed } from './audit-action.js';

/** What an action means, in one sentence: an action of the log or an event. Its name when no feature knows it any more. */
export function descriptionOfAction(name: string): string {
  return (auditActionNamed(name) ?? eventNamed(name))?.description ?? name;
}
