import { Tokenizer } from 'htmlparser2';

/** Elements whose content browsers do not display. */
const HIDDEN = new Set(['head', 'noscript', 'object', 'script', 'style', 'template']);
const BREAKS = new Set(
  (
    'address article aside blockquote br button dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hr li main nav ol option p pre section select summary tbody tfoot thead title tr ul text tspan table'
  ).split(' '),
);
const CELLS = new Set(['td', 'th']);

const SPACE = /\s+/g;
const SEVERAL_BLANKS = /^[ \t\r\u00a0]{2,}$/;

/**
 * The text that a browser displays of HTML, XHTML or SVG, in order; the title comes first. Takes time in proportion to the
 * length of the markup, whatever it contains.
 *
 * It has an entry point of its own, `@archivolt/plugin-kit/visible-text`, because it loads a package. The tokenizer is used without the parser on top of
 * it: a stack of open elements is not needed here, and searching it takes quadratic time for deeply nested elements.
 */
export function visibleText(markup: string): string {
  const parts: string[] = [];
  let hiddenBy: string | undefined;
  let isTitle = false;
  let name = '';

  const add = (text: string): void => {
    if (hiddenBy === undefined || isTitle) parts.push(text);
  };
  const separate = (): void => {
    if (BREAKS.has(name)) parts.push('\n');
    else if (CELLS.has(name)) parts.push('\t');
  };
  const close = (): void => {
    if (name === 'title') isTitle = false;
    if (name === hiddenBy) hiddenBy = undefined;
  };

  const tokenizer = new Tokenizer(
    { decodeEntities: true, recognizeSelfClosing: true }, // as in XHTML
    {
      ontext: (start, end) => add(markup.slice(start, end)),
      ontextentity: (codePoint) => add(String.fromCodePoint(codePoint)),
      oncdata: (start, end, bracketsLength) => add(markup.slice(start, end - bracketsLength)),
      onopentagname: (start, end) => {
        name = markup.slice(start, end).toLowerCase();
        if (name === 'title') isTitle = true;
        if (hiddenBy === undefined && HIDDEN.has(name)) hiddenBy = name;
        // Browsers end the head at the body, closed or not.
        else if (hiddenBy === 'head' && name === 'body') hiddenBy = undefined;
        separate();
      },
      onselfclosingtag: close,
      onclosetag: (start, end) => {
        name = markup.slice(start, end).toLowerCase();
        close();
        separate();
      },
      onattribdata: ignore,
      onattribend: ignore,
      onattribentity: ignore,
      onattribname: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
    },
  );
  tokenizer.write(markup);
  tokenizer.end();
  return parts.join('').replaceAll(SPACE, shortened).trim();
}

function ignore(): void {
  // attributes and comments are not displayed
}

function shortened(space: string): string {
  if (space.includes('\n')) return '\n';
  return SEVERAL_BLANKS.test(space) ? ' ' : space;
}
