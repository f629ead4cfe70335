import { Injectable } from '@nestjs/common';
import type { DocumentChange, UndoneChanges } from '#archive/batches';
import type { Transaction } from '#ground/database';
import { DocumentProperties, DocumentTags, type TagDifference } from '#archive/metadata';
import { DocumentDates, DocumentNames, LockDocuments, type WantedDate, type WantedName } from '#archive/documents';
import { isId, type OrganizationContext } from '#ground/kernel';
import { DifferencesByDocument, sizeOf } from './differences-by-document.js';
import { planNamesAndDates } from './names-and-dates.js';
import type { RuleDifference, RuleEffects as Effects } from './rule-change.js';

/** What a rule would change. */
export interface ForeseenChanges {
  documentIds: string[];
  propertiesSet: number;
  datesSet: number;
  namesSet: number;
}

/** Does to documents what rules say, and takes it back. */
@Injectable()
export class RuleEffects {
  constructor(
    private readonly lockDocuments: LockDocuments,
    private readonly names: DocumentNames,
    private readonly dates: DocumentDates,
    private readonly documentTags: DocumentTags,
    private readonly documentProperties: DocumentProperties,
  ) {}

  /**
   * Locks the documents and changes those that exist; with `activeOnly`, those that are not in the trash. What the
   * effects name and does not exist any more is left out. With `onlyEmpty`, sets besides tags only dates and values that
   * documents do not have, and names that are still those of their files. Returns what was really changed.
   */
  async apply(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    effects: Effects,
    { activeOnly, onlyEmpty = false }: { activeOnly: boolean; onlyEmpty?: boolean },
  ): Promise<DocumentChange<RuleDifference>[]> {
    const existing = await this.#lock(tx, ctx, documentIds, effects, activeOnly);
    if (existing.length === 0) return [];
    const differences = new DifferencesByDocument();
    const planned = await this.#planned(tx, ctx, existing, effects, { onlyEmpty });
    await this.#writeNamesAndDates(tx, ctx, planned, differences);
    if (effects.tagIds.length > 0) {
      const pairs = existing.flatMap((documentId) => effects.tagIds.map((tagId) => ({ documentId, tagId })));
      differences.addTags(await this.documentTags.change(tx, ctx, { added: pairs, removed: [] }));
    }
    const { set } = effects;
    const values = { documentIds: existing, set };
    differences.addProperties(await this.documentProperties.changeWhatFits(tx, ctx, values, { onlyEmpty }));
    return differences.all();
  }

  /** Returns what {@link apply} would do to documents now, besides adding tags. Locks nothing. */
  async foresee(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    effects: Effects,
  ): Promise<ForeseenChanges> {
    const { names, dates } = await this.#planned(tx, ctx, documentIds, effects);
    const { set } = effects;
    const values = await this.documentProperties.changeWhatFits(tx, ctx, { documentIds, set }, { isLook: true });
    return {
      documentIds: [...new Set([...names, ...dates, ...values].map(({ documentId }) => documentId))],
      propertiesSet: values.length,
      datesSet: dates.length,
      namesSet: names.length,
    };
  }

  /** Takes changes back where the present state is still the one that they made. The documents exist and are locked. */
  async undo(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly DocumentChange<RuleDifference>[],
  ): Promise<UndoneChanges<RuleDifference>> {
    const differences = new DifferencesByDocument();
    const names = changes.flatMap(({ documentId, difference: { name } }) =>
      name ? [{ documentId, present: name.after, wanted: name.before }] : [],
    );
    const dates = changes.flatMap(({ documentId, difference: { documentDate } }) =>
      documentDate ? [{ documentId, present: documentDate.after, wanted: documentDate.before }] : [],
    );
    await this.#writeNamesAndDates(tx, ctx, { names, dates }, differences);
    const pairs = (of: keyof TagDifference) =>
      changes.flatMap(({ documentId, difference }) => difference.tags[of].map((tagId) => ({ documentId, tagId })));
    const tags = { added: pairs('removed'), removed: pairs('added') };
    if (tags.added.length + tags.removed.length > 0) differences.addTags(await this.documentTags.change(tx, ctx, tags));
    const values = changes.flatMap(({ documentId, difference }) =>
      difference.properties.map((one) => ({ documentId, ...one })),
    );
    if (values.length > 0) differences.addProperties((await this.documentProperties.restore(tx, ctx, values)).restored);
    return {
      changes: differences.all(),
      skipped: changes
        .filter(({ documentId, difference }) => differences.sizeOf(documentId) < sizeOf(difference))
        .map(({ documentId }) => documentId),
    };
  }

  /** Adds to the differences what was really written. */
  async #writeNamesAndDates(
    tx: Transaction,
    ctx: OrganizationContext,
    { names, dates }: { names: readonly WantedName[]; dates: readonly WantedDate[] },
    differences: DifferencesByDocument,
  ): Promise<void> {
    const renamed = new Set(await this.names.change(tx, ctx, names));
    for (const { documentId, present: before, wanted: after } of names)
      if (renamed.has(documentId)) differences.of(documentId).name = { before, after };
    const dated = new Set(dates.length === 0 ? [] : await this.dates.restore(tx, ctx, dates));
    for (const { documentId, present: before, wanted: after } of dates)
      if (dated.has(documentId)) differences.of(documentId).documentDate = { before, after };
  }

  async #planned(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    effects: Effects,
    options: { onlyEmpty?: boolean } = {},
  ): Promise<{ names: WantedName[]; dates: WantedDate[] }> {
    if (effects.name === undefined && effects.documentDate === undefined) return { names: [], dates: [] };
    const documents = await this.names.read(tx, ctx, documentIds, { activeOnly: false });
    return planNamesAndDates(documents, effects, options);
  }

  /**
   * In one statement with the documents that values refer to. Where the transaction has locked the documents before, it
   * has locked those, too: see `ApplyRulesToDocument.lock`.
   */
  async #lock(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    effects: Effects,
    activeOnly: boolean,
  ): Promise<string[]> {
    const related = referencedDocuments(effects.set.map(({ value }) => value));
    if (related.length === 0) return this.lockDocuments.execute(tx, ctx, documentIds, { activeOnly });
    const locked = new Set(await this.lockDocuments.execute(tx, ctx, [...documentIds, ...related]));
    const wanted = documentIds.filter((id) => locked.has(id));
    const present = await this.names.read(tx, ctx, wanted, { activeOnly });
    return present.map(({ documentId }) => documentId).sort();
  }
}

/** The documents that values name. Texts that look like the id of a document, too: a lock more does no harm. */
export function referencedDocuments(values: readonly unknown[]): string[] {
  const texts = values.flat().filter((value): value is string => typeof value === 'string');
  return [...new Set(texts)].filter((text) => isId('doc', text));
}
