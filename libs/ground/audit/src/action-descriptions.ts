import { eventNamed } from '#ground/history';
import { auditActionNamed } from './audit-action.js';

/** Returns in a sentence what an action of the log or an event means; its name when no feature knows it any more. */
export function descriptionOfAction(name: string): string {
  return (auditActionNamed(name) ?? eventNamed(name))?.description ?? name;
}
