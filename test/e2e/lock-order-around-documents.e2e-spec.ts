import { describeLockOrder } from './describe-lock-order.js';
import { WORK_AROUND_DOCUMENTS } from './locking-around-documents.js';
import { WORK_ON_DOCUMENTS } from './locking-documents.js';

// In the full set each operation meets all that are listed after it; at the gate itself, those that lock tables in an
// opposite order, and a sample of the others (see `LockingPairs`).
describeLockOrder('the order of the locks of rules, webhooks, views, links and addresses', {
  stopped: WORK_AROUND_DOCUMENTS,
  others: WORK_ON_DOCUMENTS,
});
