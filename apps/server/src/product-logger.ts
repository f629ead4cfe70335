import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import type { ServerConfig } from '#config/server';
import type { Clock } from '#ground/kernel';
import { RepeatedCauses, type LogEntry } from './repeated-causes.js';

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

const LOG_LEVELS: LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];
const LEVELS_UP_TO: Record<ServerConfig['logLevel'], number> = { error: 2, warn: 3, info: 4, debug: 5 };

export interface LogSurroundings {
  clock: Clock;
  /** To recognize failures to connect to the database. */
  databasePort?: string;
  /** Whether standard output is a terminal. */
  isTerminal?: boolean;
}

/** Writes entries as LOG_FORMAT and LOG_LEVEL say, and those of one cause once; with LOG_LEVEL=debug each of them. */
export class ProductLogger extends ConsoleLogger {
  readonly isJson: boolean;
  readonly #repeated: RepeatedCauses | undefined;

  constructor(config: ServerConfig, { clock, databasePort, isTerminal = process.stdout.isTTY }: LogSurroundings) {
    const isJson =
      (config.logFormat ?? (config.environment === 'production' || !isTerminal ? 'json' : 'text')) === 'json';
    super({
      json: isJson,
      colors: !isJson && isTerminal,
      logLevels: LOG_LEVELS.slice(0, LEVELS_UP_TO[config.logLevel]),
    });
    this.isJson = isJson;
    if (config.logLevel !== 'debug')
      this.#repeated = new RepeatedCauses(
        clock,
        ({ level, context, message }) => super[level](message, context),
        databasePort,
      );
  }

  override log(message: unknown, ...rest: unknown[]): void {
    if (!isFramework(rest)) super.log(message, ...(rest as [string]));
  }

  override warn(message: unknown, ...rest: unknown[]): void {
    if (this.#admits('warn', message, rest)) super.warn(message, ...(rest as [string]));
  }

  override error(message: unknown, ...rest: unknown[]): void {
    if (!isFramework(rest) && this.#admits('error', message, rest)) super.error(message, ...(rest as [string]));
  }

  override fatal(message: unknown, ...rest: unknown[]): void {
    if (this.#admits('fatal', message, rest)) super.fatal(message, ...(rest as [string]));
  }

  /** Prints lines that every start shows, whatever LOG_LEVEL says. */
  announce(lines: readonly string[]): void {
    if (!this.isJson) process.stdout.write(`${lines.join('\n')}\n`);
    else
      this.printMessages(
        lines.map((line) => line.trim().replace(/ {2,}/g, ' ')).filter((line) => line !== ''),
        'Archivolt',
      );
  }

  /** Call it last. */
  end(): void {
    this.#repeated?.end();
  }

  /** Failed requests are found by their ids, so each of them has its entry. */
  #admits(level: LogEntry['level'], message: unknown, rest: readonly unknown[]): boolean {
    if (!this.#repeated || !this.isLevelEnabled(level)) return true;
    const context = rest.length > 0 ? String(rest.at(-1)) : '';
    if (context === 'Http') return true;
    const stack = message instanceof Error ? message.stack : rest.length > 1 ? String(rest[0]) : undefined;
    const text = message instanceof Error ? message.message : String(message);
    return this.#repeated.admits({ level, context, message: text, stack });
  }
}

function isFramework(rest: readonly unknown[]): boolean {
  return FRAMEWORK.has(String(rest.at(-1)));
}
