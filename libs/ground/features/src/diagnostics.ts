import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DiagnosticCheck, failed, type Check, type CheckReport, type CheckResult } from './check.js';

export interface DiagnosticsOptions {
  /** Also correct problems that can be corrected without a decision. */
  fix?: boolean;
}

/** The checks that the features of this process contribute. */
@Injectable()
export class Diagnostics {
  constructor(private readonly discovery: DiscoveryService) {}

  checks(): Check[] {
    const providers = this.discovery.getProviders({ metadataKey: DiagnosticCheck.KEY });
    return providers.map(({ instance }) => instance as Check).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Runs the checks one after the other, by name. A check that throws is reported and does not stop the others. */
  async *run(signal: AbortSignal, { fix = false }: DiagnosticsOptions = {}): AsyncGenerator<CheckReport> {
    for (const check of this.checks()) {
      signal.throwIfAborted();
      if (!check.run) continue;
      for (const result of await resultsOf(check, signal, fix)) yield { name: check.name, ...result };
    }
  }
}

async function resultsOf(check: Check, signal: AbortSignal, fix: boolean): Promise<readonly CheckResult[]> {
  try {
    const found = (await check.run?.(signal)) ?? [];
    const results = Array.isArray(found) ? (found as readonly CheckResult[]) : [found as CheckResult];
    const isWrong = results.some(({ status }) => status === 'problem');
    return fix && isWrong && check.fix ? [await check.fix(signal)] : results;
  } catch (error) {
    return [failed(error)];
  }
}
