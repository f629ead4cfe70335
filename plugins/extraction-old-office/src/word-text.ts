const FIELD_BEGINS = '\x13';
const FIELD_RESULT_BEGINS = '\x14';
const FIELD_ENDS = '\x15';

/** What Word shows for its control characters; for all others nothing. */
const SHOWN: Readonly<Record<string, string>> = {
  '\x07': '\t', // end of a cell; two of them are the end of a row
  '\t': '\t',
  '\n': '\n',
  '\x0b': '\n', // line break
  '\x0c': '\n', // page break
  '\r': '\n',
  '\x0e': '\n', // column break
  '\x1e': '-', // hyphen that never breaks
};
const PARTS = /[^\0-\x1f]+|\x07{2,}|[\0-\x1f]/g;
const SPACES = /\s+/g;

/** The text as it is shown, without the instructions of fields, of which only the result is. */
export function shownText(raw: string): string {
  const parts: string[] = [];
  /** For each open field whether its result has begun. */
  const fields: boolean[] = [];
  /** Open fields of which the instruction is being read. */
  let instructions = 0;
  for (const [part] of raw.matchAll(PARTS)) {
    if (part === FIELD_BEGINS) {
      fields.push(false);
      instructions += 1;
    } else if (part === FIELD_RESULT_BEGINS && fields.at(-1) === false) {
      fields[fields.length - 1] = true;
      instructions -= 1;
    } else if (part === FIELD_ENDS) {
      if (fields.pop() === false) instructions -= 1;
    } else if (instructions === 0) parts.push(part >= ' ' ? part : (SHOWN[part] ?? (part[0] === '\x07' ? '\n' : '')));
  }
  return parts.join('').replaceAll(SPACES, oneSpace).trim();
}

function oneSpace(spaces: string): string {
  return spaces.includes('\n') ? '\n' : spaces;
}
