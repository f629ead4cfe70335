/** What one check found. */
export interface Finding {
  /** `wrong` makes the command fail; `doubtful` may be meant. */
  state: 'doubtful' | 'fine' | 'skipped' | 'wrong';
  subject: string;
  text: string;
  /** What to do about it. */
  remedy?: string;
}

export const fine = (subject: string, text: string): Finding => ({ state: 'fine', subject, text });
export const skipped = (subject: string, text: string): Finding => ({ state: 'skipped', subject, text });
export const doubtful = (subject: string, text: string, remedy: string): Finding => ({
  state: 'doubtful',
  subject,
  text,
  remedy,
});
export const wrong = (subject: string, text: string, remedy?: string): Finding =>
  remedy === undefined ? { state: 'wrong', subject, text } : { state: 'wrong', subject, text, remedy };

/** A failure as our errors tell it: what happened, then `Remedy:` and what to do. */
export function failure(subject: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  const [text = '', remedy] = message.split('Remedy: ', 2);
  return wrong(subject, text.trim(), remedy?.trim());
}
