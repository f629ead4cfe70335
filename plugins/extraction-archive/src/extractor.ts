import {
  defineExtractor,
  type AttachedFile,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
} from '@archivolt/plugin-kit';
import { MAILBOX } from './file-types.js';
import { letterText } from './letter-text.js';
import { mailsIn } from './mailbox.js';
import { membersOf } from './zip-archive.js';

/** Names are a text, so that a file is found by its name, also one that is not read. */
interface Listing {
  files: AsyncIterable<AttachedFile>;
  names: string[];
  /** Some are not named. */
  isCut: boolean;
}

export default defineExtractor({
  async extract(input, context): Promise<ExtractionResult> {
    if (input.size === 0) return { outcome: 'empty', pages: [], reason: 'The file has no bytes.' };
    const { files, names, isCut } = await listingOf(input, context);
    if (input.type === MAILBOX.type && names.length === 0) return await letterText(input, context.limits);
    const text = names.join('\n').slice(0, context.limits.maxChars).toWellFormed();
    if (text.trim() === '')
      return { outcome: 'empty', pages: [], reason: 'There are no files in it.', attachments: files };
    return { outcome: 'text', pages: [{ text, source: 'text-layer' }], truncated: isCut, attachments: files };
  },
});

function listingOf(input: ExtractionInput, { limits, signal }: ExtractionContext): Promise<Listing> {
  if (input.type === MAILBOX.type) return mailsIn(input, limits, signal);
  return membersOf(input.path, { limits, signal, passwords: input.passwords });
}
