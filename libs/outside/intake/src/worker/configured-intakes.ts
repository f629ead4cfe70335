import { addAbortSignal, type Readable } from 'node:stream';
import type { Intake } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import type { IntakeSource } from '#outside/intake';
import { limitedCall, PluginHost } from '#ground/plugin-host';

const SECONDS = 120;

/** Calls intakes apart from their run, which may go on in another process. */
@Injectable()
export class ConfiguredIntakes {
  constructor(private readonly host: PluginHost) {}

  /** Returns `undefined` when the plugin is not installed any more, or has no such instance. */
  async call<Result>(
    source: IntakeSource,
    signal: AbortSignal,
    call: (intake: Intake, ending: AbortSignal) => Promise<Result> | undefined,
  ): Promise<Result | undefined> {
    const intake = await this.#find(source);
    if (!intake) return undefined;
    return limitedCall(source.pluginId, { seconds: SECONDS, signal }, async (ending) => call(intake, ending));
  }

  /** Opens a file or mail. A stream that the plugin returns after the call has ended is closed. */
  async reopen(source: IntakeSource, reference: string, signal: AbortSignal): Promise<Readable | undefined> {
    const content = await this.call(source, signal, async (intake, ending) => {
      const opened = await intake.reopen?.(reference, { signal: ending });
      opened?.on('error', () => undefined); // the reader gets it; without a listener it would end the process
      if (ending.aborted) opened?.destroy();
      return opened;
    });
    return content && addAbortSignal(signal, content);
  }

  async #find({ pluginId, instance }: IntakeSource): Promise<Intake | undefined> {
    const provided = this.host.all('intake').find(({ plugin }) => plugin.id === pluginId);
    const isConfigured = provided && this.host.instancesOf(provided.plugin).some(({ name }) => name === instance);
    return isConfigured ? this.host.open('intake', provided, instance) : undefined;
  }
}
