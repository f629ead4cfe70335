import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import { VerifyChain } from './audit.jobs.js';
import { ChainRepository, type Chain } from './chain.repository.js';
import { claimed, isProblem, problem, walkOn, type ChainProblem } from './chain-walk.js';
import { CheckRepository, type ChainCheck, type LastCheck } from './check.repository.js';

/** Entries that one statement reads. */
const PAGE = 1_000;
/** Times that a check begins again because old entries were removed while it read. */
const ATTEMPTS = 5;
const IDS_PAGE = 500;

/** Checks chains: every hash, every place, the head, and what the check before has seen. */
@Injectable()
export class VerifyChains {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
    private readonly chains: ChainRepository,
    private readonly checks: CheckRepository,
  ) {}

  /** The last check; without one, that of a chain that was never checked. */
  async last(chainId: string): Promise<LastCheck> {
    const known = await this.checks.last(chainId);
    return (
      known ?? { checkedAt: null, isChecking: false, checkedEntries: 0, lastSequence: 0, headHash: '', problem: null }
    );
  }

  /** Has a worker check the chain, unless one does it already. */
  async request(chainId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (await this.checks.request(tx, chainId)) await this.jobs.enqueue(tx, VerifyChain, { chainId });
    });
  }

  /** Checks a chain now, and keeps the result. */
  async execute(chainId: string, signal: AbortSignal): Promise<ChainCheck> {
    for (let attempt = 1; ; attempt += 1) {
      const check = await this.#check(chainId, signal);
      const isFinal = check.problem === null || attempt === ATTEMPTS || !(await this.#wasCut(chainId, check));
      if (!isFinal) continue;
      await this.unitOfWork.run((tx) => this.checks.save(tx, chainId, check));
      return check;
    }
  }

  /** Checks every chain, one after the other. Returns the problems. */
  async executeAll(signal: AbortSignal): Promise<{ chains: number; entries: number; problems: ChainProblem[] }> {
    const total = { chains: 0, entries: 0, problems: new Array<ChainProblem>() };
    for (let last = ''; ;) {
      const page = await this.chains.after(last, IDS_PAGE);
      if (page.length === 0) return total;
      for (const { id: chainId } of page) {
        const { checkedEntries, problem: found } = await this.execute(chainId, signal);
        total.chains += 1;
        total.entries += checkedEntries;
        if (found) total.problems.push({ ...found, message: `${chainId}: ${found.message}` });
      }
      last = page.at(-1)?.id ?? last;
    }
  }

  async #check(chainId: string, signal: AbortSignal): Promise<ChainCheck & { cutSequence: number }> {
    const before = await this.checks.last(chainId);
    const chain: Chain = (await this.chains.find(chainId)) ?? NOTHING;
    const { lastSequence, headHash, cutSequence } = chain;
    let at = { sequence: cutSequence, hash: chain.cutHash };
    const result = (found: ChainProblem | null): ChainCheck & { cutSequence: number } => ({
      checkedEntries: at.sequence - cutSequence,
      ...{ lastSequence, headHash, cutSequence, problem: found },
    });
    if (before && before.lastSequence > lastSequence)
      return result(
        problem(lastSequence + 1, 'missing', `is missing: an earlier check has seen ${before.lastSequence} entries.`),
      );
    while (at.sequence < lastSequence) {
      signal.throwIfAborted();
      const page = await this.chains.page(chainId, { after: at.sequence, upTo: lastSequence }, PAGE);
      if (page.length === 0)
        return result(problem(at.sequence + 1, 'missing', `is missing: the chain should end with ${lastSequence}.`));
      const next = walkOn(at, page.map(claimed));
      if (isProblem(next)) {
        at = { ...at, sequence: Math.max(at.sequence, next.sequence - 1) };
        return result(next);
      }
      const seen = page.find(({ sequence }) => sequence === before?.lastSequence);
      if (seen && seen.hash !== before?.headHash)
        return result(
          problem(
            seen.sequence,
            'rewritten',
            'has another hash than an earlier check has seen: the chain was rewritten.',
          ),
        );
      at = next;
    }
    return result(
      at.hash === headHash
        ? null
        : problem(lastSequence, 'changed', 'is not the one that the head of the chain names.'),
    );
  }

  async #wasCut(chainId: string, { cutSequence }: { cutSequence: number }): Promise<boolean> {
    return ((await this.chains.find(chainId)) ?? NOTHING).cutSequence !== cutSequence;
  }
}

/** A chain without entries has no row. */
const NOTHING: Chain = { id: '', lastSequence: 0, headHash: '', eventPosition: 0, cutSequence: 0, cutHash: '' };
