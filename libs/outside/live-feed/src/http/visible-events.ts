import { EVENT_NAMES } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { canSee } from '#people/organizations';

/**
 * The parts of an organization that an event is about, as permissions name them: `documents` for `document:tag:added`,
 * and `custom-properties`, too, for an event with the value of a property.
 */
export function partsOf(event: string): string[] {
  const [subject = '', detail] = event.split(':');
  // An intake itself is no part of an organization; what it could not take is.
  if (subject === 'intake') return ['intake-failures'];
  // Neither is the agenda: it has documents, by reminders.
  if (subject === 'agenda') return ['reminders', 'documents'];
  const part = subject.endsWith('y') ? `${subject.slice(0, -1)}ies` : `${subject}s`;
  return detail === 'property' ? [part, 'custom-properties'] : [part];
}

export const canSeeEvent = (ctx: OrganizationContext, event: string): boolean =>
  partsOf(event).every((part) => canSee(ctx, part));

/**
 * The names to ask the log for, each once and always in the same order, so that equal selections are equal; undefined
 * when the caller sees every event and wants them all.
 */
export function visibleNames(ctx: OrganizationContext, wanted?: readonly string[]): readonly string[] | undefined {
  const names = EVENT_NAMES.filter((event) => canSeeEvent(ctx, event) && wanted?.includes(event) !== false);
  return names.length === EVENT_NAMES.length ? undefined : names;
}
