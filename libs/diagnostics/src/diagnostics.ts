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
      yield { name: check.name, ...(await resultOf(check, signal, fix)) };
    }
  }
}

async function resultOf(check: Check, signal: AbortSignal, fix: boolean): Promise<CheckResult> {
  try {
    const result = await check.run(signal);
    return fix && result.status === 'problem' && check.fix ? await check.fix(signal) : result;
  } catch (error) {
    return failed(error);
  }
}
