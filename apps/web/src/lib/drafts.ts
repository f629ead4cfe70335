/** What a person typed and has not saved yet: it survives a reload of the page. */
const PREFIX = 'archivolt.draft.';
/** Storage of browsers is small, and a draft must not take the place of settings. */
const LONGEST = 1_000_000;

export function readDraft(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(name: string, text: string): void {
  try {
    if (text.length <= LONGEST) localStorage.setItem(PREFIX + name, text);
  } catch {
    // Without storage the draft lasts until the page is closed.
  }
}

export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // There is none.
  }
}
