import type { SearchTree } from '@archivolt/plugin-kit';
import type { DocumentLeaf } from '@archivolt/search-sql';

const MOST_ORGANIZATIONS = 100;
const MOST_CONDITIONS = 24;
/** Of conditions that are kept, below what a value of a plugin may have. */
const MOST_CHARACTERS = 40_000;
/** Long lists of values are rare, and would leave no room for others. */
const MOST_OF_ONE = 2_000;

/** What searches of an organization asked for, the latest first; each condition is JSON. A type, because it is kept as JSON. */

export type AskedOfOrganization = {
  organizationId: string;
  conditions: string[];
};

/**
 * The organizations that were searched, and the conditions on tags, dates and properties that were asked for there, by how
 * recent they are. Words of queries are not among them, nor values that are users or typed texts.
 */
export class AskedConditions {
  /** The latest last, as are the conditions of each. */
  readonly #byOrganization = new Map<string, Set<string>>();
  #isChanged = false;

  note(organizationId: string, tree: SearchTree): void {
    const conditions = this.#byOrganization.get(organizationId) ?? new Set();
    this.#byOrganization.delete(organizationId);
    this.#byOrganization.set(organizationId, conditions);
    for (const leaf of keptLeaves(tree)) addLast(conditions, JSON.stringify(leaf));
    removeFirst(conditions, MOST_CONDITIONS);
    removeFirst(this.#byOrganization, MOST_ORGANIZATIONS);
    this.#isChanged = true;
  }

  /** What another process has kept, older than all that was noted here. */
  addOlder(latestFirst: readonly AskedOfOrganization[]): void {
    const newer = this.latestFirst();
    this.#byOrganization.clear();
    for (const { organizationId, conditions } of [...latestFirst].reverse().concat([...newer].reverse())) {
      const all = this.#byOrganization.get(organizationId) ?? new Set();
      for (const condition of [...conditions].reverse()) addLast(all, condition);
      removeFirst(all, MOST_CONDITIONS);
      this.#byOrganization.delete(organizationId);
      this.#byOrganization.set(organizationId, all);
    }
    removeFirst(this.#byOrganization, MOST_ORGANIZATIONS);
  }

  latestFirst(): AskedOfOrganization[] {
    let left = MOST_CHARACTERS;
    const all = [...this.#byOrganization].reverse();
    return all.map(([organizationId, conditions]) => ({
      organizationId,
      conditions: [...conditions].reverse().filter((condition) => (left -= condition.length) >= 0),
    }));
  }

  /** Whether something was noted since the last call. */
  takeChanged(): boolean {
    const isChanged = this.#isChanged;
    this.#isChanged = false;
    return isChanged;
  }
}

/** From {@link AskedOfOrganization}, with its dates. */
export function conditionOf(json: string): DocumentLeaf {
  return JSON.parse(json, (key, value: unknown) =>
    (key === 'from' || key === 'before') && typeof value === 'string' ? new Date(value) : value,
  ) as DocumentLeaf;
}

function* keptLeaves(tree: SearchTree): Iterable<DocumentLeaf> {
  switch (tree.kind) {
    case 'and':
    case 'or':
      for (const child of tree.children) yield* keptLeaves(child);
      return;
    case 'not':
      yield* keptLeaves(tree.child);
      return;
    case 'all':
    case 'document':
    case 'ending':
    case 'language':
    case 'nothing':
    case 'owner':
    case 'text':
      return;
    case 'date':
      if (tree.field !== 'createdAt') yield tree;
      return;
    case 'property':
      if (tree.condition.type !== 'text' && tree.condition.type !== 'user') yield tree;
      return;
    default:
      if (JSON.stringify(tree).length <= MOST_OF_ONE) yield tree;
  }
}

function addLast(values: Set<string>, value: string): void {
  values.delete(value);
  values.add(value);
}

function removeFirst(values: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of values.keys()) {
    if (values.size <= most) return;
    values.delete(key);
  }
}
