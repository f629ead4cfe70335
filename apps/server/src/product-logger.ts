import { ConsoleLogger } from '@nestjs/common';

/** What the framework says while it wires itself together; of interest only when that fails, and then it is an error. */
const FRAMEWORK = new Set(['InstanceLoader', 'NestApplication', 'NestFactory', 'RouterExplorer', 'RoutesResolver']);

export class ProductLogger extends ConsoleLogger {
  override log(message: unknown, ...rest: unknown[]): void {
    if (!FRAMEWORK.has(String(rest.at(-1)))) super.log(message, ...(rest as [string]));
  }
}
