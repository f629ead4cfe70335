import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { TagCounts, type TagCountDifference } from './tag-counts.repository.js';

/** Compares the numbers of documents of all tags with the documents; `fix` corrects those that differ. */
@Injectable()
@DiagnosticCheck()
export class TagCountsCheck implements Check {
  readonly name = 'tag counts';

  constructor(private readonly counts: TagCounts) {}

  async run(): Promise<CheckResult> {
    const differences = await this.counts.compare();
    if (differences.length === 0) return { status: 'ok', message: 'the documents of every tag are counted right' };
    return {
      status: 'problem',
      message: `wrong for ${summary(differences)}`,
      remedy: 'run `npm run doctor -- --fix`; it works while the server runs.',
    };
  }

  async fix(): Promise<CheckResult> {
    const differences = await this.counts.compare();
    if (differences.length > 0) await this.counts.mend();
    return { status: 'ok', message: `corrected for ${summary(differences)}` };
  }
}

function summary(differences: readonly TagCountDifference[]): string {
  const [first] = differences;
  const example = first ? `, for instance ${first.tagId} (${first.kept} documents instead of ${first.counted})` : '';
  return `${differences.length} tags${example}`;
}
