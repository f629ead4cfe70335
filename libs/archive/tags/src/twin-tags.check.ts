import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { TagRepository } from './tag.repository.js';

const MOST_NAMED = 3;

/** Looks for tags of one organization whose names look the same. They cannot be made any more. */
@Injectable()
@DiagnosticCheck()
export class TwinTagsCheck implements Check {
  readonly name = 'twin tags';

  constructor(private readonly tags: TagRepository) {}

  async run(): Promise<CheckResult> {
    const { count, names } = await this.tags.twins(MOST_NAMED);
    if (count === 0) return { status: 'ok', message: 'no two tags of an organization look the same' };
    const pairs = names.map(([name, other]) => `"${name}" and "${other}"`).join(', ');
    return {
      status: 'warning',
      message: `${count} tags look like another one of their organization: ${pairs}`,
      remedy: 'merge them on the page of tags, or rename one of them.',
    };
  }
}
