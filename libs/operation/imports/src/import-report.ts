/** `changed`: it came, but not as it was. `not-imported`: it did not come. */
export const IMPORT_OUTCOMES = ['came', 'already-there', 'changed', 'not-imported'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** What became of one thing of the source. */
export interface ImportResult {
  outcome: ImportOutcome;
  /** Why it is not as it was, or not there: sentences for people. */
  reasons?: readonly string[];
}

/** A line of the report. Things that came as they were have none, nor have those that an earlier import has brought. */
export interface ImportLine {
  kind: string;
  ref: string;
  name: string;
  outcome: ImportOutcome;
  reasons: readonly string[];
  /** Of a line that stands for several. */
  count?: number;
}

export type ImportCounts = Record<ImportOutcome, number> & { read: number };

/** The text of a line is from outside: what is longer is cut. */
const LONGEST_NAME = 255;
const LONGEST_REASON = 500;
const MOST_REASONS = 20;
/** Of history entries, which have no counterpart. */
export const HISTORY = 'history entry';
const NO_HISTORY =
  'The history of an organization is what happened in it: entries of another archive have no place there.';

/** Reconciles what was read with what came: for each kind, `came + already-there + changed + not-imported` is `read`. */
export class ImportReport {
  readonly #counts = new Map<string, ImportCounts>();
  #history = 0;

  /** `write` gets the lines, one after the other. */
  constructor(private readonly write: (line: ImportLine) => Promise<void> | void) {}

  /** `count`: how many things the record stands for; without it, one. */
  async add(
    { kind, ref, name, count }: Pick<ImportLine, 'count' | 'kind' | 'name' | 'ref'>,
    result: ImportResult,
  ): Promise<void> {
    const { outcome, reasons = [] } = result;
    this.#count(kind, outcome, count ?? 1);
    if (reasons.length === 0 && outcome !== 'not-imported') return;
    const kept = reasons.slice(0, MOST_REASONS).map((reason) => shown(reason, LONGEST_REASON));
    const more = reasons.length - kept.length;
    await this.write({
      ...{ kind, ref: shown(ref, LONGEST_NAME), name: shown(name, LONGEST_NAME), outcome },
      reasons: more > 0 ? [...kept, `There are ${more} more reasons.`] : kept,
      ...(count !== undefined && { count }),
    });
  }

  addHistory(entries: number): void {
    this.#history += entries;
  }

  /** Writes what is known only at the end. */
  async end(): Promise<void> {
    if (this.#history === 0) return;
    this.#count(HISTORY, 'not-imported', this.#history);
    await this.write({
      ...{ kind: HISTORY, ref: '', name: '', outcome: 'not-imported', reasons: [NO_HISTORY], count: this.#history },
    });
    this.#history = 0;
  }

  /** By kind, in the order of the source. */
  get counts(): ReadonlyMap<string, Readonly<ImportCounts>> {
    return this.#counts;
  }

  /** False when something did not come; entries of the history never do. */
  get isComplete(): boolean {
    return [...this.#counts].every(([kind, counts]) => kind === HISTORY || counts['not-imported'] === 0);
  }

  #count(kind: string, outcome: ImportOutcome, count: number): void {
    const counts = this.#counts.get(kind) ?? {
      ...{ read: 0, came: 0, 'already-there': 0, changed: 0, 'not-imported': 0 },
    };
    counts.read += count;
    counts[outcome] += count;
    this.#counts.set(kind, counts);
  }
}

function shown(text: string, longest: number): string {
  return text.length <= longest ? text.toWellFormed() : `${text.slice(0, longest - 1).toWellFormed()}…`;
}
