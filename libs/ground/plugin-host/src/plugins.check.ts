import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, failed, type Check, type CheckResult } from '#ground/features';
import { PluginHost } from './plugin-host.js';

/** Starts every plugin that the installation uses, and asks each whether it can work now. */
@Injectable()
@DiagnosticCheck()
export class PluginsCheck implements Check {
  readonly name = 'plugins';

  constructor(private readonly plugins: PluginHost) {}

  async run(signal: AbortSignal): Promise<CheckResult | CheckResult[]> {
    const faults = await this.plugins.checkAll(signal);
    if (faults.length > 0) return faults.map(({ error }) => failed(new Error(error)));
    return { status: 'ok', message: 'every plugin in use can work' };
  }
}
