import { textOf } from './search-params';

/** What of an audit log is shown: an action, what one person did, what was done to one thing, days from and to. */
export const auditSearch = (search: Record<string, unknown>) => ({
  ...textOf(search, 'action'),
  ...textOf(search, 'actor'),
  ...textOf(search, 'target'),
  ...textOf(search, 'from'),
  ...textOf(search, 'to'),
});
