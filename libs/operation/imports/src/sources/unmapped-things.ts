import type { UnmappedRecord } from '../archive-records.js';

/** Things of one kind that are named one by one; the others are counted. */
const MOST_NAMED = 100;
const MOST_KINDS = 1_000;
const LONGEST_NAME = 255;

interface Kind {
  what: string;
  reason: string;
  names: string[];
  unnamed: number;
}

/** What of a source has no counterpart: held in a small list, however much there is. */
export class UnmappedThings {
  readonly #kinds = new Map<string, Kind>();

  copy(): UnmappedThings {
    const copy = new UnmappedThings();
    for (const [key, kind] of this.#kinds) copy.#kinds.set(key, { ...kind, names: [...kind.names] });
    return copy;
  }

  add(what: string, name: string, reason: string): void {
    const kind = this.#kind(what, reason);
    if (kind.names.length < MOST_NAMED) kind.names.push(name.slice(0, LONGEST_NAME));
    else kind.unnamed += 1;
  }

  /** Adds things that are not named one by one. */
  count(what: string, reason: string, amount = 1): void {
    if (amount > 0) this.#kind(what, reason).unnamed += amount;
  }

  *records(): Generator<UnmappedRecord> {
    for (const { what, reason, names, unnamed } of this.#kinds.values()) {
      for (const name of names) yield { kind: 'unmapped', what, name, reason };
      if (unnamed === 0) continue;
      const name = `${unnamed}${names.length > 0 ? ' more' : ' in all'}`;
      yield { kind: 'unmapped', what, name, reason, count: unnamed };
    }
  }

  #kind(what: string, reason: string): Kind {
    const key = JSON.stringify([what, reason]);
    const known = this.#kinds.get(key);
    if (known) return known;
    if (this.#kinds.size >= MOST_KINDS && what !== 'other') return this.#kind('other', 'There are too many kinds.');
    const kind = { what: what.slice(0, LONGEST_NAME), reason, names: [], unnamed: 0 };
    this.#kinds.set(key, kind);
    return kind;
  }
}
