import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from './audit-log.js';
import { INSTANCE_CHAIN } from './audit-chain.js';
import { AuditChecked } from './audit.audit.js';
import { ChainRepository, type Chain } from './chain.repository.js';
import { SealEntries } from './seal-entries.js';

const PAGE = 500;

/** The head of the log of the installation, which covers the heads of all other logs. */
@Injectable()
export class AuditLogHead {
  constructor(
    private readonly chains: ChainRepository,
    private readonly log: AuditLog,
    private readonly seal: SealEntries,
  ) {}

  /** Records a check with a hash over the heads of all chains, and returns the chain of the installation after it. */
  async record(found: { chains: number; entries: number; problems: number }): Promise<Chain> {
    const heads = createHash('sha256');
    for (let last = ''; ;) {
      const page = await this.chains.after(last, PAGE);
      if (page.length === 0) break;
      for (const { id, lastSequence, headHash } of page) heads.update(`${id} ${lastSequence} ${headHash}\n`);
      last = page.at(-1)?.id ?? last;
    }
    await this.log.recordNow({
      action: AuditChecked,
      actor: { type: 'system' },
      details: { ...found, headsHash: heads.digest('hex') },
    });
    await this.seal.execute(INSTANCE_CHAIN, { maxPages: 4 });
    const chain = await this.chains.find(INSTANCE_CHAIN);
    if (!chain) throw new Error('the chain of the installation does not exist after an entry was recorded');
    return chain;
  }
}
