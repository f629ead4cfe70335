import { keepEventsWhile } from '#ground/history';

/** An event is not removed before it is in the audit log. */
keepEventsWhile(`not exists (
  select from audit_chain c where c.id = event.organization_id and c.event_position >= event.position)`);
