import { ConsoleLogger } from '@nestjs/common';

/**
 * Drops the framework's messages while it assembles the modules, and its copy of start-up failures: those are thrown as
 * well and printed once, with the remedy.
 */
const FRAMEWORK = new Set([
  'ExceptionHandler',
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

export class ProductLogger extends ConsoleLogger {
  override log(message: unknown, ...rest: unknown[]): void {
    if (!isFramework(rest)) super.log(message, ...(rest as [string]));
  }

  override error(message: unknown, ...rest: unknown[]): void {
    if (!isFramework(rest)) super.error(message, ...(rest as [string]));
  }
}

function isFramework(rest: readonly unknown[]): boolean {
  return FRAMEWORK.has(String(rest.at(-1)));
}
