import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { Counters, type CounterDifference, type CounterValues } from './counters.repository.js';

/** Compares the counters of all organizations with their documents; `fix` counts again where they differ. */
@Injectable()
@DiagnosticCheck()
export class CountersCheck implements Check {
  readonly name = 'counters';

  constructor(private readonly counters: Counters) {}

  async run(): Promise<CheckResult> {
    const differences = await this.counters.compare();
    if (differences.length === 0)
      return { status: 'ok', message: 'documents and bytes of every organization are right' };
    return {
      status: 'problem',
      message: `wrong for ${summary(differences)}`,
      remedy: 'run `npm run doctor -- --fix`; it works while the server runs.',
    };
  }

  async fix(): Promise<CheckResult> {
    const differences = await this.counters.compare();
    for (const { organizationId } of differences) await this.counters.mend(organizationId);
    return { status: 'ok', message: `corrected for ${summary(differences)}` };
  }
}

function summary(differences: readonly CounterDifference[]): string {
  const [first] = differences;
  return `${differences.length} organizations${first ? `, for instance ${described(first)}` : ''}`;
}

function described({ organizationId, recorded, counted }: CounterDifference): string {
  const names = (Object.keys(counted) as (keyof CounterValues)[]).filter((name) => recorded[name] !== counted[name]);
  const parts = names.map((name) => `${name} ${recorded[name]} instead of ${counted[name]}`);
  return `${organizationId} (${parts.join(', ')})`;
}
