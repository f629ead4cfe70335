import type { Logger } from '@nestjs/common';
import { PermanentPluginError, TransientPluginError } from '@archivolt/plugin-kit';
import { messageOf } from './engine-message.js';

/** Logs what a search plugin threw. An error that it did not throw on purpose is logged with its stack trace. */
export function logPluginError(logger: Logger, message: string, error: unknown): void {
  const text = `${message}: ${messageOf(error)}`;
  const isIntended = error instanceof TransientPluginError || error instanceof PermanentPluginError;
  if (isIntended || !(error instanceof Error)) logger.warn(text);
  else logger.error(text, error.stack);
}
