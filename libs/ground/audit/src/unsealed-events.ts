import { keepEventsWhile } from '#ground/history';
import { IS_UNSEALED } from './chain.repository.js';

/** An event is not removed before it is in the audit log. */
keepEventsWhile(IS_UNSEALED);
