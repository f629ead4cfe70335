import { Injectable } from '@nestjs/common';
import { DocumentProperties } from '#archive/metadata';
import type { DocumentLinksRecord } from './archive-records.js';
import type { ImportResult } from './import-report.js';
import type { ImportRun } from './import-run.js';
import { checkedRef, listOf, NotImported } from './record-checks.js';

const MOST_LINKS = 500;

/** The values that name other documents. A document that was there before the import keeps its own. */
@Injectable()
export class ImportDocumentLinks {
  constructor(private readonly properties: DocumentProperties) {}

  async execute(run: ImportRun, record: DocumentLinksRecord): Promise<ImportResult> {
    const ref = checkedRef(record.ref);
    const itemRef = `${ref}\n${checkedRef(record.propertyRef)}`;
    if (await run.find('document-links', itemRef)) return { outcome: 'already-there' };
    const document = await run.find('document', ref);
    if (!document) throw new NotImported('Its document was not imported.');
    const property = run.properties.get(record.propertyRef);
    if (property?.type !== 'document_relation') throw new NotImported('It has no property for documents.');
    if (!document.isNew) {
      await run.link('document-links', itemRef, document.targetId);
      return { outcome: 'already-there' };
    }
    const value: string[] = [];
    let missing = 0;
    for (const each of listOf(record.documentRefs, MOST_LINKS, 'Its documents')) {
      const linked = await run.find('document', checkedRef(each));
      if (linked) value.push(linked.targetId);
      else missing += 1;
    }
    const reasons = missing === 0 ? [] : [`It lacks ${missing} documents that were not imported.`];
    if (value.length === 0) throw new NotImported('None of its documents was imported.');
    if (run.isDryRun) run.plan('document-links', itemRef);
    else
      await run.once('document-links', itemRef, async (tx, ctx) => {
        const set = [{ propertyId: property.id, value }];
        await this.properties.change(tx, ctx, { documentIds: [document.targetId], set, clear: [] });
        return { targetId: document.targetId, isNew: true };
      });
    return { outcome: reasons.length > 0 ? 'changed' : 'came', reasons };
  }
}
