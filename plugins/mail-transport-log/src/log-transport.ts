import type { MailMessage, MailTransport, PluginLogger } from '@archivolt/plugin-kit';
import type { LogConfig } from './log.config.js';

/** Sends nothing: it logs each mail. The text may contain links that sign a user in, so it is logged at `debug` only. */
export class LogTransport implements MailTransport {
  constructor(
    private readonly logger: PluginLogger,
    private readonly level: LogConfig['level'],
  ) {}

  async send({ id, from, to, subject, text }: MailMessage, { signal }: { signal: AbortSignal }): Promise<void> {
    signal.throwIfAborted();
    const sender = from.name === undefined ? from.address : `${from.name} <${from.address}>`;
    this.logger[this.level](`Mail ${id} from ${sender} to ${to}: ${subject}`);
    this.logger.debug(`Text of mail ${id}:\n${text}`);
  }
}
