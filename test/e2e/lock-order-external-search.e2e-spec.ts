import type { TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { describeLockOrder } from './describe-lock-order.js';
import { WORK_ON_DOCUMENTS } from './locking-documents.js';

/** As {@link AdoptSearchPlugin} does for a search engine outside this database. */
async function recordChangesForSearch(app: TestApp): Promise<void> {
  for (const [table, kinds] of [
    ['document', ['document_insert', 'document_update', 'document_delete']],
    ['document_tag', ['tag_insert', 'tag_delete']],
    ['document_custom_property', ['property_insert', 'property_update', 'property_delete']],
  ] as const)
    for (const kind of kinds) await poolOf(app).query(`alter table ${table} enable trigger search_${kind}`);
}

// What changes neither documents nor their tags and values records nothing for a search engine.
describeLockOrder('the order of the locks of documents with an external search engine', {
  stopped: WORK_ON_DOCUMENTS,
  given: recordChangesForSearch,
  sampled: 1,
});
