import { Injectable } from '@nestjs/common';
import type { SearchTree } from '@archivolt/plugin-kit';
import { SearchConfig } from '#config/search';
import { DocumentsService } from '#archive/documents';
import { Clock, systemContext, type OrganizationContext, type OrganizationScope } from '#ground/kernel';
import { DueDocumentRepository, isDue, monthsOf, type Day, type DueDocument } from './due-document.repository.js';
import type { RetentionRule } from './retention-rule.repository.js';
import { RETENTION_ACTIONS } from './retention-rule.schema.js';

/** Documents of a rule that a preview looks at. */
const MOST_PREVIEWED = 20_000;
const SHOWN = 25;
/** Months have different lengths, and days begin at another time elsewhere. */
const MARGIN_DAYS = 5;

/** What a rule would do today. */
export interface DuePreview {
  /** Documents that would be put into the inbox, moved to the trash or purged. */
  dueCount: number;
  /** Documents whose time is over too, but that are on legal hold. */
  heldCount: number;
  /** The first of those that are due, oldest first. */
  documents: DueDocument[];
  /** False: the search of the rule finds more documents than are looked at. */
  isComplete: boolean;
}

/** Documents whose time by the rules is over. Outside of a transaction: it searches. */
@Injectable()
export class DueDocuments {
  constructor(
    private readonly documents: DocumentsService,
    private readonly dates: DueDocumentRepository,
    private readonly clock: Clock,
    private readonly search: SearchConfig,
  ) {}

  /** The day that it is for the server. */
  today(): Day {
    return new Intl.DateTimeFormat('en-CA', { timeZone: this.search.timeZone, dateStyle: 'short' }).format(
      this.clock.now(),
    );
  }

  /**
   * What a rule would do if it were enabled; `others` are the enabled rules. Changes nothing. It asks as the run does,
   * for every user. Throws when a search is not understood as a whole.
   */
  async preview(
    { organizationId }: OrganizationScope,
    rule: RetentionRule,
    others: readonly RetentionRule[],
  ): Promise<DuePreview> {
    const ctx = systemContext(organizationId, 'retention');
    for (const { query } of [rule, ...others]) await this.documents.assertUnderstood(ctx, query);
    const found: DuePreview = { dueCount: 0, heldCount: 0, documents: [], isComplete: true };
    let looked = 0;
    for await (const { due, searched } of this.of(ctx, rule, others)) {
      const open = due.filter(({ isHeld }) => !isHeld);
      found.dueCount += open.length;
      found.heldCount += due.length - open.length;
      found.documents.push(...open.slice(0, SHOWN - found.documents.length));
      looked += searched;
      if (looked >= MOST_PREVIEWED) return { ...found, isComplete: false };
    }
    return found;
  }

  /**
   * The documents that are due by a rule in chunks, oldest first, also those on hold, with the number of documents that
   * were looked at. A document that several rules find belongs to the one that keeps it longest, of equal ones to the most
   * careful one; a rule that finds it without a date to count from keeps it. Throws when a search is not understood as a whole:
   * it would find more, or keep less, than was meant.
   */
  async *of(
    ctx: OrganizationContext,
    rule: RetentionRule,
    others: readonly RetentionRule[],
  ): AsyncGenerator<{ due: DueDocument[]; searched: number }> {
    const today = this.today();
    const within = this.#overIn(rule, today);
    if (within === undefined) return;
    for await (const ids of this.documents.exactlyMatchingIds(ctx, rule.query, within)) {
      const dated = await this.dates.dated(ctx, rule, ids);
      let due = dated
        .filter((document): document is DueDocument => isDue(document, today) && !document.isReviewed)
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
      for (const other of others)
        if (due.length > 0 && other.id !== rule.id) due = await this.#without(ctx, { due, rule, other });
      yield { due, searched: ids.length };
    }
  }

  /** The documents that a rule finds and whose time is not over, in chunks. */
  async *keptBy(ctx: OrganizationContext, rule: RetentionRule): AsyncGenerator<DueDocument[]> {
    const today = this.today();
    for await (const ids of this.documents.exactlyMatchingIds(ctx, rule.query)) {
      const dated = await this.dates.dated(ctx, rule, ids);
      const kept = dated.filter(
        (document): document is DueDocument => document.keepUntil !== null && document.keepUntil > today,
      );
      if (kept.length > 0) yield kept;
    }
  }

  /** Takes away what belongs to another rule. */
  async #without(
    ctx: OrganizationContext,
    { due, rule, other }: { due: DueDocument[]; rule: RetentionRule; other: RetentionRule },
  ): Promise<DueDocument[]> {
    const found = await this.#foundBy(ctx, other, due);
    if (found.length === 0) return due;
    const untilOf = new Map((await this.dates.dated(ctx, other, found)).map(({ id, keepUntil }) => [id, keepUntil]));
    return due.filter(({ id, keepUntil }) => {
      const until = untilOf.get(id);
      if (until === undefined) return true;
      if (until === null) return false;
      return until === keepUntil ? isMoreCareful(rule, other) : until < keepUntil;
    });
  }

  /** Those of the documents that the search of a rule finds. Search engines are asked for a span of days, never for ids. */
  async #foundBy(
    ctx: OrganizationContext,
    { query }: RetentionRule,
    documents: readonly DueDocument[],
  ): Promise<string[]> {
    const ids = new Set(documents.map(({ id }) => id));
    if (query.trim() === '') return [...ids];
    const times = documents.map(({ createdAt }) => createdAt.getTime());
    const from = new Date(Math.min(...times));
    const before = new Date(Math.max(...times) + 1);
    const found: string[] = [];
    for await (const chunk of this.documents.exactlyMatchingIds(ctx, query, {
      kind: 'date',
      field: 'createdAt',
      from,
      before,
    }))
      found.push(...chunk.filter((id) => ids.has(id)));
    return found;
  }

  /** The condition of documents whose time can be over; undefined when the rule has no date to count from. */
  #overIn(rule: RetentionRule, today: Day): SearchTree | undefined {
    const before = new Date(today);
    before.setUTCMonth(before.getUTCMonth() - monthsOf(rule));
    before.setUTCDate(before.getUTCDate() + MARGIN_DAYS);
    const { dateSource, propertyId } = rule;
    if (dateSource !== 'property') return { kind: 'date', field: dateSource, before };
    if (propertyId === null) return undefined;
    return { kind: 'property', propertyId, condition: { type: 'date', before } };
  }
}

/** Of two rules that keep a document equally long, one decides: the more careful one, then the older one. */
function isMoreCareful(rule: RetentionRule, other: RetentionRule): boolean {
  const careful = RETENTION_ACTIONS.indexOf(rule.action) - RETENTION_ACTIONS.indexOf(other.action);
  const older = rule.createdAt.getTime() - other.createdAt.getTime();
  return (careful || older || (rule.id < other.id ? -1 : 1)) < 0;
}
