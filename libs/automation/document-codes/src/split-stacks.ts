import { Injectable } from '@nestjs/common';
import { MOST_PARTS, RequestSplit, type SplitPlan } from '#archive/splitting';
import { TagRepository } from '#archive/tags';
import type { CodeReading } from '#capabilities/extraction';
import type { Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import type { CodeSettings } from './code-settings.js';
import type { StoredCode } from './document-codes.schema.js';
import { splitPlan } from './split-plan.js';

type ReadCodes = Extract<CodeReading, { outcome: 'read' }>;

/** Has stacks of documents split where their codes say so: once, or again when it was refused and the stack is read again. */
@Injectable()
export class SplitStacks {
  constructor(
    private readonly splits: RequestSplit,
    private readonly tags: TagRepository,
  ) {}

  /** What the stack is split into; `undefined` when it is one document, or was split. */
  async prepare(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    reading: CodeReading,
    settings: CodeSettings,
  ): Promise<SplitPlan | undefined> {
    if (!settings.canSplit || reading.outcome !== 'read') return undefined;
    const parts = splitPlan(reading.codes, reading.pagesCount ?? reading.pages, settings);
    if (parts === undefined) return undefined;
    const before = await this.splits.find(tx, ctx, documentId);
    if (before !== undefined && before.outcome !== 'refused') return undefined;
    const refusal = refusalOf(reading, parts.length);
    if (refusal !== undefined) {
      await this.splits.refuse(tx, ctx, documentId, refusal);
      return undefined;
    }
    const tags = (await this.tags.ofDocuments(ctx, [documentId])).get(documentId) ?? [];
    return {
      parts: parts.map((pages) => pages.map((page) => ({ page, turn: 0 }) as const)),
      keepsOriginal: settings.keepsSplitDocuments,
      tagIds: tags.map(({ id }) => id),
    };
  }

  async request(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    plan: SplitPlan,
    codes: readonly StoredCode[],
  ): Promise<void> {
    // The part with the label gets the number when its own codes are read.
    const freesArchiveNumber = codes.some(
      ({ meaning }) => meaning?.kind === 'archive-number' && (meaning.outcome === 'set' || meaning.outcome === 'kept'),
    );
    await this.splits.execute(tx, ctx, documentId, { ...plan, freesArchiveNumber });
  }
}

/** Why the stack is left as it is. A sheet that was not seen would leave two documents in one. */
function refusalOf({ pagesCount, pages, unreadPages, isCutShort }: ReadCodes, parts: number): string | undefined {
  if (parts > MOST_PARTS) return `The stack has ${parts} documents; at most ${MOST_PARTS} are made of one.`;
  if (pagesCount === null || pages < pagesCount || isCutShort)
    return `Codes were looked for on ${pages} of ${pagesCount ?? 'an unknown number of'} pages only.`;
  return unreadPages > 0 ? `${unreadPages} pages could not be read, and may be separator sheets.` : undefined;
}
