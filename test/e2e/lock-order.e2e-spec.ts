import { describeLockOrder } from './describe-lock-order.js';
import { WORK_ON_DOCUMENTS } from './locking-documents.js';

describeLockOrder('the order of the locks of documents, their tags and their values', { stopped: WORK_ON_DOCUMENTS });
