import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { referencedDocuments } from './rule-effects.js';
import { propertyIdsOf } from './rule-facts.repository.js';
import { TaggingRuleRepository, type EnabledRule } from './tagging-rule.repository.js';

/** Rules and conditions that one process keeps, of all organizations together: some 400 bytes each. */
const MOST_KEPT = 200_000;

/** The enabled rules of an organization, oldest first, and what they look at. */
export interface EnabledRuleSet {
  rules: readonly EnabledRule[];
  looksAtContent: boolean;
  propertyIds: readonly string[];
  /** Documents that values of the rules name. */
  namedDocuments: readonly string[];
}

/** Of an organization that has never had a rule. */
const NONE = setOf([]);

interface Kept {
  version: string;
  size: number;
  set: EnabledRuleSet;
}

/**
 * Keeps the enabled rules of organizations in memory: a document asks only whether they are still the same. A change of
 * tags or properties does not change the version of rules, so that rules which match are read again before they run.
 */
@Injectable()
export class EnabledRules {
  /** Those used last come last. */
  readonly #kept = new Map<string, Kept>();
  #size = 0;

  constructor(private readonly rules: TaggingRuleRepository) {}

  async of(tx: Transaction, scope: OrganizationScope): Promise<EnabledRuleSet> {
    const { organizationId } = scope;
    // Before the rules: they are never older than the version that they are kept under.
    const version = await this.rules.version(tx, scope);
    if (version === undefined) return NONE;
    const kept = this.#kept.get(organizationId);
    if (kept) this.#drop(organizationId, kept);
    if (kept && kept.version === version) {
      this.#keep(organizationId, kept);
      return kept.set;
    }
    const set = setOf(await this.rules.enabled(tx, scope));
    this.#keep(organizationId, { version, set, size: sizeOf(set) });
    return set;
  }

  #keep(organizationId: string, kept: Kept): void {
    const previous = this.#kept.get(organizationId); // of another transaction, which has read at the same time
    if (previous) this.#drop(organizationId, previous);
    if (kept.size > MOST_KEPT) return;
    this.#kept.set(organizationId, kept);
    this.#size += kept.size;
    for (const [oldest, one] of this.#kept) {
      if (this.#size <= MOST_KEPT) break;
      this.#drop(oldest, one);
    }
  }

  #drop(organizationId: string, kept: Kept): void {
    if (this.#kept.get(organizationId) !== kept) return;
    this.#kept.delete(organizationId);
    this.#size -= kept.size;
  }
}

function setOf(rules: readonly EnabledRule[]): EnabledRuleSet {
  const changes = rules.flatMap((rule) => rule.changes ?? []);
  const values = changes.flatMap((change) => (change.kind === 'property' ? [change.value] : []));
  return {
    rules,
    looksAtContent: rules.some(({ conditions }) => conditions.some(({ field }) => field === 'content')),
    propertyIds: propertyIdsOf(rules),
    namedDocuments: referencedDocuments(values),
  };
}

function sizeOf({ rules }: EnabledRuleSet): number {
  return rules.reduce((size, { conditions, changes = [], tagIds }) => {
    return size + 1 + conditions.length + changes.length + tagIds.length / 4;
  }, 0);
}
