import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import type { Clock } from '#ground/kernel';
import { schemaState, type InstalledSchema } from './installation-schema.js';

/** Migrations are seldom, and a look needs a connection of its own. */
const KNOWN_FOR_MS = 60_000;

/** Whether the schema of the database is still that of this version: a newer one may migrate while this process runs. */
@Injectable()
@DiagnosticCheck()
export class SchemaCheck implements Check {
  readonly name = 'migrations';
  #soundUntil = -Infinity;

  constructor(
    private readonly schema: InstalledSchema,
    private readonly clock: Clock,
  ) {}

  async probe(): Promise<CheckResult> {
    const sound: CheckResult = { status: 'ok', message: 'all applied' };
    const now = this.clock.monotonic();
    if (now < this.#soundUntil) return sound;
    const { missing, newer } = await schemaState(this.schema);
    if (newer !== undefined) throw new Error(newer);
    if (missing.length > 0)
      return {
        status: 'problem',
        message: `${missing.length} to apply: ${missing.join(', ')}`,
        remedy: 'run `npm run cli -- migrate` once, with the version of this server.',
      };
    this.#soundUntil = now + KNOWN_FOR_MS;
    return sound;
  }
}
