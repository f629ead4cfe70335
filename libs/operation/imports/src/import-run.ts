import type { Transaction, UnitOfWork } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import type { CustomPropertyType } from '#archive/properties';
import type { ArchiveSource } from './archive-records.js';
import type { ImportItem, ImportItemRepository } from './import-item.repository.js';

/** A property of the source as the organization has it. */
export interface ImportedProperty {
  id: string;
  name: string;
  type: CustomPropertyType;
  /** Ids of options, by their ids in the source. */
  options: Map<string, string>;
}

/** What a transaction has made of a thing. */
export interface Made extends ImportItem {
  /** Things that came with it. */
  parts?: readonly { kind: string; ref: string; targetId: string }[];
  reasons?: readonly string[];
}

interface RunFacts {
  ctx: OrganizationContext;
  source: ArchiveSource;
  signal: AbortSignal;
  isDryRun: boolean;
  /** In a dry run: makes the organization that there is not yet, in a transaction that is rolled back. */
  prepare: ((tx: Transaction) => Promise<OrganizationContext>) | undefined;
}

/** The target of things that a dry run would make. */
const PLANNED = 'planned';

/** Rolls a transaction back that did what it should. */
class TriedOut extends Error {
  constructor(readonly made: Made) {
    super('tried out');
  }
}

/** Another import has recorded the same thing first. */
class MadeMeanwhile extends Error {}

/** One import: where it goes, and what is known of the things that came already. */
export class ImportRun {
  readonly ctx: OrganizationContext;
  readonly source: ArchiveSource;
  readonly signal: AbortSignal;
  readonly isDryRun: boolean;
  readonly tags = new Map<string, { id: string; name: string }>();
  readonly properties = new Map<string, ImportedProperty>();
  /** In a dry run: what would be there by now. Grows with the source, by about 100 bytes for each thing. */
  readonly #planned = new Map<string, ImportItem>();
  /** In a dry run: hashes, numbers and addresses that would be in use. */
  readonly #taken = new Set<string>();

  constructor(
    private readonly facts: RunFacts,
    private readonly unitOfWork: UnitOfWork,
    private readonly items: ImportItemRepository,
  ) {
    ({ ctx: this.ctx, source: this.source, signal: this.signal, isDryRun: this.isDryRun } = facts);
  }

  async find(kind: string, ref: string): Promise<ImportItem | undefined> {
    return this.#planned.get(`${kind} ${ref}`) ?? this.items.find(this.ctx, { sourceId: this.source.id, kind, ref });
  }

  /**
   * Makes a thing and remembers it, in one transaction. A dry run does it in one that is rolled back. Returns undefined
   * when another import was faster.
   */
  async once(
    kind: string,
    ref: string,
    work: (tx: Transaction, ctx: OrganizationContext) => Promise<Made>,
  ): Promise<Made | undefined> {
    if (this.isDryRun) return this.plan(kind, ref, await this.#tryOut(work));
    try {
      return await this.unitOfWork.run(async (tx) => {
        const made = await work(tx, this.ctx);
        const { targetId, isNew, parts = [] } = made;
        await this.#remember(tx, { kind, ref }, { targetId, isNew });
        for (const part of parts) await this.#remember(tx, part, { targetId: part.targetId, isNew });
        return made;
      });
    } catch (error) {
      if (error instanceof MadeMeanwhile) return undefined;
      throw error;
    }
  }

  /** Remembers that a thing of the source is one that was there before. */
  async link(kind: string, ref: string, targetId: string): Promise<void> {
    const made = { targetId, isNew: false };
    if (this.isDryRun) this.plan(kind, ref, made);
    else await this.once(kind, ref, () => Promise.resolve(made));
  }

  /** In a dry run, for what cannot be tried out: remembers that it would be there. */
  plan(kind: string, ref: string, made: Made = { targetId: PLANNED, isNew: true }): Made {
    const { targetId, isNew, parts = [] } = made;
    this.#planned.set(`${kind} ${ref}`, { targetId: isNew ? PLANNED : targetId, isNew });
    for (const part of parts) this.#planned.set(`${part.kind} ${part.ref}`, { targetId: PLANNED, isNew });
    return made;
  }

  /** In a dry run: true when something would have taken this already; it is taken from now on. */
  take(what: string): boolean {
    return this.#taken.size === this.#taken.add(what).size;
  }

  isTaken(what: string): boolean {
    return this.#taken.has(what);
  }

  /** True for the id of a thing that a dry run has not made. */
  isPlanned(id: string): boolean {
    return id === PLANNED;
  }

  async #remember(tx: Transaction, { kind, ref }: { kind: string; ref: string }, item: ImportItem): Promise<void> {
    if (!(await this.items.add(tx, this.ctx, { sourceId: this.source.id, kind, ref }, item))) throw new MadeMeanwhile();
  }

  async #tryOut(work: (tx: Transaction, ctx: OrganizationContext) => Promise<Made>): Promise<Made> {
    try {
      return await this.unitOfWork.run(async (tx) => {
        const ctx = (await this.facts.prepare?.(tx)) ?? this.ctx;
        throw new TriedOut(await work(tx, ctx));
      });
    } catch (error) {
      if (error instanceof TriedOut) return error.made;
      throw error;
    }
  }
}
