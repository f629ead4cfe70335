import { EVENT_NAMES } from '#libs/history';
import type { OrganizationContext } from '#libs/kernel';
import { canSee } from '#libs/organizations';

/** The part of an organization that an event is about, as permissions name it: `documents` for `document:tag:added`. */
export function partOf(event: string): string {
  const [subject = ''] = event.split(':', 1);
  return subject.endsWith('y') ? `${subject.slice(0, -1)}ies` : `${subject}s`;
}

/** All parts that a member must be able to see: an event with the value of a custom property is about two. */
function partsOf(event: string): string[] {
  const [, detail] = event.split(':');
  return detail === 'property' ? [partOf(event), 'custom-properties'] : [partOf(event)];
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
