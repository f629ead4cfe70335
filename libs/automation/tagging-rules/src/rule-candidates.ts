import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import { Clock, type OrganizationScope } from '#ground/kernel';
import { isPattern } from './condition-kinds.js';
import { onDay } from './ranges.js';
import { RuleMatcher } from './rule-matcher.js';
import { FIRST_PARAMETER, propertyIdsOf, RuleFacts, type Candidate } from './rule-facts.repository.js';
import { ruleSql } from './rule-sql.js';
import type { Matching } from './tagging-rule.js';

/** Texts in memory at a time, where the database cannot match them; this process does nothing else meanwhile. */
const SLICE_BYTES = 256 * 1024;
const SLICE_DOCUMENTS = 100;

/** The documents of an organization, page by page, and which of them a rule matches. */
@Injectable()
export class RuleCandidates {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly matcher: RuleMatcher,
    private readonly facts: RuleFacts,
    private readonly clock: Clock,
  ) {}

  count(scope: OrganizationScope): Promise<number> {
    return this.facts.count(sqlOver(this.unitOfWork.db), scope);
  }

  /** Active documents, newest first, after the cursor `after`. */
  page(
    scope: OrganizationScope,
    part: { tagIds: readonly string[]; after: string | null; size: number },
  ): Promise<Candidate[]> {
    return this.facts.page(sqlOver(this.unitOfWork.db), scope, part);
  }

  /** The names of documents, in the order of the ids; of those that exist. */
  names(scope: OrganizationScope, documentIds: readonly string[]): Promise<{ id: string; name: string }[]> {
    return this.facts.names(sqlOver(this.unitOfWork.db), scope, documentIds);
  }

  /** Ids of the candidates that the rule matches. */
  async matching(
    ctx: OrganizationScope,
    rule: Matching,
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<Set<string>> {
    if (candidates.length === 0) return new Set();
    const known = await this.#known(ctx, onDay(rule, this.clock.now()));
    const condition = ruleSql(known, FIRST_PARAMETER);
    const ids = candidates.map(({ id }) => id);
    const possible = await this.facts.matching(sqlOver(this.unitOfWork.db), ctx, ids, condition);
    const looksAtContent = rule.conditions.some(({ field }) => field === 'content');
    const found = new Set(possible.flatMap(({ id, certain }) => (certain ? id : [])));
    const doubtful = new Set(possible.flatMap(({ id, certain }) => (certain ? [] : id)));
    const toMatch = candidates.filter((candidate) => doubtful.has(candidate.id));
    for (const slice of slices(toMatch, looksAtContent)) {
      signal.throwIfAborted();
      for (const id of await this.#matchHere(ctx, known, slice, looksAtContent)) found.add(id);
    }
    return found;
  }

  /** The rule with the types of the properties that exist now: one may have been deleted since the last page. */
  async #known(ctx: OrganizationScope, rule: Matching): Promise<Matching> {
    const propertyIds = propertyIdsOf([rule]);
    if (propertyIds.length === 0) return rule;
    const types = await this.facts.propertyTypes(sqlOver(this.unitOfWork.db), ctx, propertyIds);
    const conditions = rule.conditions.map((condition) => ({
      ...condition,
      propertyType: types.get(condition.propertyDefinitionId ?? '') ?? null,
    }));
    return { ...rule, conditions };
  }

  async #matchHere(
    ctx: OrganizationScope,
    rule: Matching,
    ids: readonly string[],
    looksAtContent: boolean,
  ): Promise<string[]> {
    const rows = await this.facts.read(sqlOver(this.unitOfWork.db), ctx, ids, {
      includeContent: looksAtContent,
      propertyIds: propertyIdsOf([rule]),
    });
    const found: string[] = [];
    const usesPatterns = rule.conditions.some(isPattern);
    for (const row of rows) {
      if (usesPatterns) await nextTurn(); // milliseconds for each document
      const fail = (_: Matching, error: unknown): never => {
        throw new Error(`the rule cannot be evaluated: ${String(error)}`, { cause: error });
      };
      if ((await this.matcher.matching(ctx, [rule], row, fail)).length > 0) found.push(row.id);
    }
    return found;
  }
}

/** The cursor of the page after one that ends with this document. */
export function cursorOf(candidate: Candidate): string {
  return `${candidate.createdAt.toISOString()} ${candidate.id}`;
}

function* slices(candidates: readonly Candidate[], looksAtContent: boolean): Generator<string[]> {
  let slice: string[] = [];
  let bytes = 0;
  for (const candidate of candidates) {
    const size = looksAtContent ? candidate.bytes : 0;
    if (slice.length > 0 && (slice.length === SLICE_DOCUMENTS || bytes + size > SLICE_BYTES)) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(candidate.id);
    bytes += size;
  }
  if (slice.length > 0) yield slice;
}
