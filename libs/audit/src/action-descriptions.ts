import { definedEvents } from '#libs/history';
import { definedAuditActions } from './audit-action.js';

let known: ReadonlyMap<string, string> | undefined;

/** What an action means, in one sentence: an action of the log or an event. Its name when no feature knows it any more. */
export function descriptionOfAction(name: string): string {
  known ??= new Map([...definedEvents(), ...definedAuditActions()].map((action) => [action.name, action.description]));
  return known.get(name) ?? name;
}
