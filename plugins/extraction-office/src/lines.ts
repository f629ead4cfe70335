const SPACE = /\s+/g;

/** The parts as one text, in which spaces around the end of a line, and empty lines, are left out. */
export function joinLines(parts: readonly string[]): string {
  return parts
    .join('')
    .replaceAll(SPACE, (run) => (run.includes('\n') ? '\n' : run))
    .trim();
}
