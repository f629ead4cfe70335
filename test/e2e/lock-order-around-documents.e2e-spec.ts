import { describeLockOrder } from './describe-lock-order.js';
import { WORK_AROUND_DOCUMENTS } from './locking-around-documents.js';
import { WORK_ON_DOCUMENTS } from './locking-documents.js';

describeLockOrder('the order of the locks of rules, webhooks, views, links and addresses', {
  stopped: WORK_AROUND_DOCUMENTS,
  others: WORK_ON_DOCUMENTS,
});
