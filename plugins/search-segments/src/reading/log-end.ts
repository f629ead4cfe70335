/**
 * How far the log of an organization is. Whatever changes a document moves the log on in the same transaction. The id
 * tells two events apart that got the same position, before and after a crash took back the first.
 */
export interface LogEnd {
  position: number;
  /** Empty when there is no event, or when it was removed by age. */
  eventId: string;
}

/** A value of one row: `null` without a log. */
export const LOG_END = `(
  select l.event_position::text || ' ' || coalesce(e.id, '') from organization_log l
  left join event e on e.organization_id = l.organization_id and e.position = l.event_position
  where l.organization_id = $1)`;

export function readLogEnd(text: string | null): LogEnd | undefined {
  const [position, eventId = ''] = text?.split(' ') ?? [];
  return position === undefined ? undefined : { position: Number(position), eventId };
}
