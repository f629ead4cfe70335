import type { Logger } from '@nestjs/common';
import { PermanentPluginError, TransientPluginError } from '@archivolt/plugin-kit';

/** Logs what a search plugin threw. An error that it did not throw on purpose is logged with its stack trace. */
export function logPluginError(logger: Logger, message: string, error: unknown): void {
  const text = `${message}: ${error instanceof Error ? error.message : String(error)}`;
  const isIntended = error instanceof TransientPluginError || error instanceof PermanentPluginError;
  if (isIntended || !(error instanceof Error)) logger.warn(text);
  else logger.error(text, error.stack);
}
