import type { ExtractedPage, ExtractionOutcome, ExtractionResult } from '@archivolt/plugin-kit';

const OUTCOMES: ReadonlySet<string> = new Set<ExtractionOutcome>([
  'corrupt',
  'empty',
  'encrypted',
  'insufficient',
  'text',
  'too-large',
  'unsupported',
]);
export const MOST_WARNINGS = 20;
export const LONGEST_SENTENCE = 300;

type ReadResult = Required<Omit<ExtractionResult, 'attachments' | 'engine' | 'reason'>> & { reason: string | null };

/** Checks what an extractor gave, since plugins are not all compiled against the types. */
export function readResult(value: unknown): ReadResult {
  const result = (value ?? {}) as Partial<Record<keyof ExtractionResult, unknown>>;
  if (typeof result.outcome !== 'string' || !OUTCOMES.has(result.outcome))
    throw new Error('the plugin returned a result without a known outcome');
  const pages: unknown[] = Array.isArray(result.pages) ? result.pages : [];
  if (!pages.every(isPage)) throw new Error('the plugin gave a page without text');
  return {
    outcome: result.outcome as ExtractionOutcome,
    pages,
    reason: typeof result.reason === 'string' ? sentence(result.reason) : null,
    truncated: result.truncated === true,
    warnings: sentences(Array.isArray(result.warnings) ? result.warnings : []),
  };
}

function isPage(value: unknown): value is ExtractedPage {
  return typeof (value as Partial<ExtractedPage> | null | undefined)?.text === 'string';
}

/** Returns the sentences once each, short and few. */
export function sentences(values: Iterable<unknown>): string[] {
  const texts = new Set<string>();
  for (const value of values) if (typeof value === 'string' && texts.size < MOST_WARNINGS) texts.add(sentence(value));
  return [...texts];
}

/** Returns whether a child may have written the value: {@link sentence} returns nothing else. */
export function isSentence(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= LONGEST_SENTENCE && value.isWellFormed() && !/\p{Cc}/u.test(value)
  );
}

export function sentence(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SENTENCE)
    .toWellFormed();
}
