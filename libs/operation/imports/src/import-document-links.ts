import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '#archive/documents';
import { DocumentProperties } from '#archive/metadata';
import type { DocumentLinksRecord } from './archive-records.js';
import type { ImportResult } from './import-report.js';
import type { ImportRun } from './import-run.js';
import { checkedRef, listOf, NotImported } from './record-checks.js';

const MOST_LINKS = 500;

/** The values that name other documents. A document that was there before the import keeps its own. */
@Injectable()
export class ImportDocumentLinks {
  constructor(
    private readonly properties: DocumentProperties,
    private readonly documents: DocumentRepository,
  ) {}

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
    const refs = listOf(record.documentRefs, MOST_LINKS, 'Its documents');
    const value = await this.#linked(run, refs);
    const missing = refs.length - value.length;
    const reasons = missing === 0 ? [] : [`It lacks ${missing} documents that were not imported, or purged here.`];
    if (value.length === 0) throw new NotImported('None of its documents is here.');
    if (run.isDryRun) run.plan('document-links', itemRef);
    else
      await run.once('document-links', itemRef, async (tx, ctx) => {
        const set = [{ propertyId: property.id, value }];
        await this.properties.change(tx, ctx, { documentIds: [document.targetId], set, clear: [] });
        return { targetId: document.targetId, isNew: true };
      });
    return { outcome: reasons.length > 0 ? 'changed' : 'came', reasons };
  }

  /** The ids here; what an import remembers stays when a document is purged. */
  async #linked(run: ImportRun, refs: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const ref of refs) {
      const linked = await run.find('document', checkedRef(ref));
      if (linked) ids.push(linked.targetId);
    }
    const there = new Set((await this.documents.namesOf(run.ctx, ids)).map(({ id }) => id));
    return ids.filter((id) => run.isPlanned(id) || there.has(id));
  }
}
