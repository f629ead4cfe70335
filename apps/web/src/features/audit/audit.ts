import { daysLater, timeOfDay } from '../../lib/formats/days';

/** What of a log is shown, as it stands in the address of a page. */
export interface AuditFilter {
  action?: string;
  /** A user. */
  actor?: string;
  /** What something was done to. */
  target?: string;
  /** The first and the last day, in the time zone of the person: `2026-07-03`. */
  from?: string;
  to?: string;
}

/** Whose log: that of an organization, that of the installation, or all of them together. */
export type AuditScope =
  | { kind: 'all' }
  | { kind: 'installation' }
  /** `asAdministrator`: of the installation, who need not be a member. */
  | { kind: 'organization'; organizationId: string; asAdministrator: boolean };

export interface AuditQuery {
  action?: string;
  actorId?: string;
  targetId?: string;
  from?: string;
  to?: string;
}

/** A filter as the server takes it: times instead of days. */
export function auditQuery({ action, actor, target, from, to }: AuditFilter): AuditQuery {
  const start = from === undefined ? undefined : startOf(from, 0);
  const end = to === undefined ? undefined : startOf(to, 1);
  return {
    ...(action !== undefined && { action }),
    ...(actor !== undefined && { actorId: actor }),
    ...(target !== undefined && { targetId: target }),
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: end }),
  };
}

/** When a day begins, or one of the following; none for what is not a date, as in an address that was typed. */
function startOf(date: string, later: number): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return undefined;
  return timeOfDay(daysLater(date, later), '00:00:00');
}

/** The address of an export of the same part of the log. Actions and people are not chosen there. */
export function exportQuery(filter: AuditFilter, format: 'csv' | 'jsonl'): Record<string, string> {
  const { from, to } = auditQuery(filter);
  return { format, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
