// The look of a generated page.

export const page = (title, introduction, ...parts) =>
  [`# ${title}`, '<!-- Written by `npm run reference`; edit the code instead. -->', introduction, ...parts].join(
    '\n\n',
  ) + '\n';

export const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

export const code = (text) => `\`${text}\``;
export const codes = (texts) => texts.map(code).join(', ');

/** A sentence for people out of parts: capital first, full stop last. */
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
