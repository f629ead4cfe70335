import { Injectable } from '@nestjs/common';
import { ArchiveNumberRepository, DocumentNotFound, DocumentRepository } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentCodesRepository, type CodesOfDocument } from './document-codes.repository.js';

/** The document that has an archive number now. */
export interface NumberHolder {
  documentId: string;
  name: string;
  isDeleted: boolean;
}

/** What is known of the codes of documents. */
@Injectable()
export class DocumentCodes {
  constructor(
    private readonly codes: DocumentCodesRepository,
    private readonly documents: DocumentRepository,
    private readonly numbers: ArchiveNumberRepository,
  ) {}

  /** The codes as they were last read, `undefined` before, and who has the numbers on them now. */
  async of(
    ctx: OrganizationContext,
    documentId: string,
  ): Promise<{ found: CodesOfDocument | undefined; holders: ReadonlyMap<number, NumberHolder> }> {
    const found = await this.codes.find(undefined, ctx, documentId);
    if (!found && (await this.documents.namesOf(ctx, [documentId])).length === 0) throw DocumentNotFound();
    const numbers = (found?.codes ?? []).flatMap(({ meaning }) =>
      meaning?.kind === 'archive-number' && meaning.number !== null ? [meaning.number] : [],
    );
    return { found, holders: await this.numbers.holders(ctx, [...new Set(numbers)]) };
  }
}
