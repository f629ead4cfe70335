import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { ChainRepository } from './chain.repository.js';
import { CheckRepository } from './check.repository.js';

/** Entries that wait longer mean that no worker runs, or that sealing fails. */
const MAX_WAIT_SECONDS = 600;
const SHOWN = 10;

/** Reports audit logs that are broken, and entries that are not sealed in time. */
@Injectable()
@DiagnosticCheck()
export class AuditCheck implements Check {
  readonly name = 'audit log';

  constructor(
    private readonly chains: ChainRepository,
    private readonly checks: CheckRepository,
  ) {}

  async run(): Promise<CheckResult> {
    const broken = await this.checks.broken(SHOWN);
    if (broken.length > 0)
      return {
        status: 'problem',
        message: `broken: ${broken.map(({ chainId, message }) => `${chainId} (${message})`).join('; ')}`,
        remedy:
          'run `npm run cli -- audit verify`, compare with an earlier export or backup, and find out who has changed the database.',
      };
    const { count, oldestSeconds } = await this.chains.countWaiting();
    if (oldestSeconds > MAX_WAIT_SECONDS)
      return {
        status: 'warning',
        message: `${count} entries wait to be sealed, the oldest for ${Math.round(oldestSeconds / 60)} minutes`,
        remedy: 'start the server with its worker, and look for errors of `seal-audit-log` in its log.',
      };
    return { status: 'ok', message: 'no log was found broken, and entries are sealed in time' };
  }
}
