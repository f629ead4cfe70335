import type { IntakeMail, IntakeMailResult } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import type { IntakeSource } from '#libs/intake';

/** Makes documents of the files in mails that intakes hand over: once for each key, however often it is called. */
@Injectable()
export class TakeMail {
  execute(
    _source: IntakeSource,
    { content }: IntakeMail,
    _signal: AbortSignal,
    _options: { again?: boolean } = {},
  ): Promise<IntakeMailResult> {
    content.destroy();
    return Promise.resolve({ outcome: 'refused', reason: 'This installation takes no mails.' });
  }
}
