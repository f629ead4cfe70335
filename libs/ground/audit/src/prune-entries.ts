import { Injectable } from '@nestjs/common';
import { AuditConfig } from '#config/audit';
import { UnitOfWork } from '#ground/database';
import { AuditLog } from './audit-log.js';
import { INSTANCE_CHAIN } from './audit-chain.js';
import { AuditPruned } from './audit.audit.js';
import { ChainRepository } from './chain.repository.js';

/** Entries that one transaction removes. */
const CHUNK = 5_000;
const CHAINS = 500;

/**
 * Removes entries that are older than the setting, from the begin of each chain only. The chain records up to which entry,
 * and its hash, so that what is left can be verified; the removal is an entry itself.
 */
@Injectable()
export class PruneEntries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly chains: ChainRepository,
    private readonly log: AuditLog,
    private readonly config: AuditConfig,
  ) {}

  /** Returns how many entries were removed. */
  async execute(signal: AbortSignal): Promise<number> {
    let removed = 0;
    if (this.config.retentionDays === 0) return removed;
    for (let last = ''; ;) {
      const page = await this.chains.after(last, CHAINS);
      if (page.length === 0) return removed;
      for (const { id: chainId } of page) removed += await this.#prune(chainId, signal);
      last = page.at(-1)?.id ?? last;
    }
  }

  async #prune(chainId: string, signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (let count = CHUNK; count === CHUNK; removed += count) {
      signal.throwIfAborted();
      count = await this.unitOfWork.run(async (tx) => {
        const cut = await this.chains.cut(tx, chainId, { olderThanDays: this.config.retentionDays, limit: CHUNK });
        if (cut)
          await this.log.record(tx, {
            action: AuditPruned,
            organizationId: chainId === INSTANCE_CHAIN ? null : chainId,
            actor: { type: 'system', reason: 'retention' },
            details: { upToSequence: cut.sequence, hash: cut.hash, entries: cut.count },
          });
        return cut?.count ?? 0;
      });
    }
    return removed;
  }
}
