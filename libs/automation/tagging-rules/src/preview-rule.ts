import { Injectable } from '@nestjs/common';
import { Turns, type OrganizationContext, type OrganizationScope } from '#ground/kernel';
import { cursorOf, RuleCandidates } from './rule-candidates.js';
import type { Candidate } from './rule-facts.repository.js';
import { RuleChecks } from './rule-checks.js';
import { isPattern } from './condition-kinds.js';
import type { Matching } from './tagging-rule.js';

export interface RulePreview {
  /** Documents that the conditions match now; without `isComplete`, those among the documents that were compared. */
  documentsCount: number;
  /** The newest of them, at most 5. */
  documents: { id: string; name: string }[];
  isComplete: boolean;
}

const SHOWN_DOCUMENTS = 5;
const LONGEST_MS = 2_000;
const PAGE_DOCUMENTS = 500;
/** Texts that one statement compares, so that the time limit is noticed soon after it has passed. */
const SLICE_BYTES = 8 * 1024 * 1024;
/** The same, with regular expressions. */
const SLICE_BYTES_FOR_PATTERNS = 512 * 1024;

/** Counts the documents that a rule would match, before it is saved. */
@Injectable()
export class PreviewRule {
  /**
   * Runs one preview at a time for an organization: people wait only for the last of those that their typing causes.
   */
  readonly #turns = new Turns({ running: 2, waiting: 50, waitMs: 5_000 });

  constructor(
    private readonly candidates: RuleCandidates,
    private readonly checks: RuleChecks,
  ) {}

  /** Newest documents first; ends after two seconds with what it has found until then. */
  async execute(ctx: OrganizationContext, rule: Matching, signal: AbortSignal): Promise<RulePreview> {
    const conditions = await this.checks.conditionsNow(ctx, rule.conditions);
    const checked = { ...rule, conditions };
    const shares = [{ key: ctx.organizationId, running: 1, waiting: 10 }];
    return this.#turns.take(() => this.#count(ctx, checked, signal), { shares, signal });
  }

  async #count(ctx: OrganizationScope, rule: Matching, signal: AbortSignal): Promise<RulePreview> {
    const { ids, documentsCount, isComplete } = await this.#match(ctx, rule, signal);
    const documents = await this.candidates.names(ctx, ids);
    return { documentsCount, documents, isComplete };
  }

  async #match(
    ctx: OrganizationScope,
    rule: Matching,
    signal: AbortSignal,
  ): Promise<Omit<RulePreview, 'documents'> & { ids: string[] }> {
    if (rule.conditions.length === 0) {
      const [documentsCount, page] = await Promise.all([
        this.candidates.count(ctx),
        this.candidates.page(ctx, { tagIds: [], after: null, size: SHOWN_DOCUMENTS }),
      ]);
      return { ids: page.map(({ id }) => id), documentsCount, isComplete: true };
    }
    const deadline = performance.now() + LONGEST_MS;
    const ids: string[] = [];
    let documentsCount = 0;
    for await (const slice of this.#slices(ctx, rule)) {
      signal.throwIfAborted();
      if (performance.now() > deadline) return { ids, documentsCount, isComplete: false };
      const matching = await this.candidates.matching(ctx, rule, slice, signal);
      documentsCount += matching.size;
      const newest = slice.filter(({ id }) => matching.has(id)).map(({ id }) => id);
      ids.push(...newest.slice(0, SHOWN_DOCUMENTS - ids.length));
    }
    return { ids, documentsCount, isComplete: true };
  }

  async *#slices(ctx: OrganizationScope, { conditions }: Matching): AsyncGenerator<Candidate[]> {
    const comparesTexts = conditions.some(({ field }) => field === 'content');
    for (let after: string | null = null; ;) {
      const page = await this.candidates.page(ctx, { tagIds: [], after, size: PAGE_DOCUMENTS });
      const last = page.at(-1);
      if (!last) return;
      yield* comparesTexts
        ? slicesOf(page, conditions.some(isPattern) ? SLICE_BYTES_FOR_PATTERNS : SLICE_BYTES)
        : [page];
      after = cursorOf(last);
    }
  }
}

function* slicesOf(page: readonly Candidate[], sliceBytes: number): Generator<Candidate[]> {
  let slice: Candidate[] = [];
  let bytes = 0;
  for (const candidate of page) {
    if (slice.length > 0 && bytes + candidate.bytes > sliceBytes) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(candidate);
    bytes += candidate.bytes;
  }
  if (slice.length > 0) yield slice;
}
