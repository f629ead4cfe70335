import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { EventRepository } from '#ground/history';
import { INSTANCE_CHAIN } from './audit-chain.js';
import { ChainRepository, type UnsealedEntry } from './chain.repository.js';
import { entryOfEvent } from './entry-of-event.js';
import { hashedFields, hashOf, type SealedEntry } from './sealed-entry.js';

/** Entries of each source that one transaction seals. */
const PAGE = 500;
/** Chains that a sweep looks at in one statement. */
const CHAINS = 1_000;

/**
 * Gives entries their place in a chain. A transaction that holds the lock of the chain takes recorded entries and the next
 * events of the organization, writes them with their hashes, and moves the head. So each entry is sealed once, whichever
 * process comes first, and wherever one is killed: what was not committed still waits.
 */
@Injectable()
export class SealEntries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly chains: ChainRepository,
    private readonly events: EventRepository,
  ) {}

  /** Seals what waits in a chain, up to a number of pages. Returns false when there may be more. */
  async execute(chainId: string, { maxPages = Infinity, signal }: { maxPages?: number; signal?: AbortSignal } = {}) {
    for (let page = 0; page < maxPages; page += 1) {
      signal?.throwIfAborted();
      if (!(await this.unitOfWork.run((tx) => this.sealPage(tx, chainId)))) return true;
    }
    return false;
  }

  /** Seals all that waits in the chain of an organization, in the transaction that removes the organization. */
  async executeIn(tx: Transaction, chainId: string): Promise<void> {
    while (await this.sealPage(tx, chainId));
  }

  /** Finds chains with entries or events that wait, and seals them page by page in turns. Returns how many there were. */
  async sweep(signal: AbortSignal): Promise<number> {
    const behind = await this.#chainsBehind();
    for (let left = [...behind]; left.length > 0;) {
      const still: string[] = [];
      for (const chainId of left) if (!(await this.execute(chainId, { maxPages: 1, signal }))) still.push(chainId);
      left = still;
    }
    return behind.size;
  }

  /** True when entries or events of some chain wait. */
  async isBehind(): Promise<boolean> {
    return (await this.#chainsBehind()).size > 0;
  }

  async #chainsBehind(): Promise<Set<string>> {
    const behind = new Set(await this.chains.waitingChains(CHAINS));
    for (let last = ''; ;) {
      const logs = await this.events.ends(last, CHAINS);
      if (logs.length === 0) return behind;
      const positions = await this.chains.eventPositions(logs.map(({ organizationId }) => organizationId));
      for (const { organizationId, end } of logs)
        if (end > (positions.get(organizationId) ?? 0)) behind.add(organizationId);
      last = logs.at(-1)?.organizationId ?? last;
    }
  }

  /** Returns true when there may be more. */
  private async sealPage(tx: Transaction, chainId: string): Promise<boolean> {
    const chain = await this.chains.lock(tx, chainId);
    const waiting = await this.chains.waiting(tx, chainId, PAGE);
    const { events, end } =
      chainId === INSTANCE_CHAIN
        ? { events: [], end: 0 }
        : await this.events.locatedAfter(tx, { organizationId: chainId }, { after: chain.eventPosition, limit: PAGE });
    // Without a following event, those up to the end that was read before are sealed, or were removed before there was a log.
    const eventPosition = events.at(-1)?.position ?? Math.max(end, chain.eventPosition);
    if (waiting.length === 0 && eventPosition === chain.eventPosition) return false;
    let { lastSequence, headHash } = chain;
    const entries = merged(events.map(entryOfEvent), waiting).map((entry): SealedEntry => {
      lastSequence += 1;
      const linked = { ...entry, chainId, sequence: lastSequence, previousHash: headHash };
      headHash = hashOf(hashedFields(linked));
      return { ...linked, hash: headHash };
    });
    const ordinals = waiting.map(({ ordinal }) => ordinal);
    await this.chains.append(tx, { ...chain, lastSequence, headHash, eventPosition }, { entries, ordinals });
    return waiting.length === PAGE || events.length === PAGE;
  }
}

/** Both lists in one, by time; each keeps its own order, which is that of the commits or of the records. */
function merged(first: readonly UnsealedEntry[], second: readonly UnsealedEntry[]): UnsealedEntry[] {
  const all: UnsealedEntry[] = [];
  let taken = 0;
  for (const entry of first) {
    for (let next = second[taken]; next && next.createdAt < entry.createdAt; next = second[taken]) {
      all.push(next);
      taken += 1;
    }
    all.push(entry);
  }
  return [...all, ...second.slice(taken)];
}
