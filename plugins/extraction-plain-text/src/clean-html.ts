import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';

/** What is shown of a file. */
export interface PartOfFile {
  html: string;
  /** Something was left out. */
  isCut: boolean;
}

/** Deeper elements are left out, and their text is kept. */
const DEEPEST = 100;
/** Where elements are nested deeper, the file is cut: reading it would take the square of its length. */
const DEEPEST_READ = 500;
const TAGS = (
  'a abbr article aside b big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section ' +
  'small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var'
).split(' ');
const COLOR = /^(?:#[\da-f]{3,8}|[a-z]{3,20}|rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\))$/i;
const SIZE = /^\d{1,3}(?:\.\d{1,3})?(?:px|pt|em|rem|%)$/i;
/** Pixels alone: a picture of the kind SVG is a document of its own. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=]*$/i;

const RULES: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'object', 'iframe', 'svg'],
  allowedAttributes: {
    '*': ['dir', 'lang', 'style', 'align', 'title'],
    col: ['span'],
    colgroup: ['span'],
    font: ['color'],
    img: ['src', 'alt', 'width', 'height'],
    li: ['value'],
    ol: ['start', 'reversed', 'type'],
    td: ['colspan', 'rowspan', 'valign', 'width', 'bgcolor'],
    th: ['colspan', 'rowspan', 'valign', 'width', 'bgcolor'],
  },
  allowedStyles: {
    '*': {
      color: [COLOR],
      'background-color': [COLOR],
      'font-size': [SIZE],
      'font-style': [/^(?:italic|normal)$/],
      'font-weight': [/^(?:bold|normal|[1-9]00)$/],
      'text-align': [/^(?:left|right|center|justify|start|end)$/],
      'text-decoration': [/^(?:underline|line-through|none)$/],
      'white-space': [/^(?:pre|pre-wrap|normal|nowrap)$/],
    },
  },
  allowedSchemes: ['data'],
  allowProtocolRelative: false,
  nestingLimit: DEEPEST,
  parseStyleAttributes: true,
};

/**
 * Keeps what shows text of HTML, and pictures that are in it; `pictureOf` gives the `data:` address of one that is
 * elsewhere in the file. Links lose their addresses, as nothing here may lead elsewhere.
 */
export function cleanHtml(
  source: string,
  pictureOf: (address: string) => string | undefined = () => undefined,
): PartOfFile {
  const length = lengthUntilTooDeep(source);
  const html = sanitizeHtml(source.slice(0, length), {
    ...RULES,
    transformTags: {
      img: (tagName, attributes) => {
        const { src: address = '', ...others } = attributes;
        const src = PICTURE.test(address) ? address : pictureOf(address);
        return { tagName, attribs: src !== undefined && PICTURE.test(src) ? { ...others, src } : others };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
  });
  return { html, isCut: length < source.length };
}

class TooDeep extends Error {}

function lengthUntilTooDeep(html: string): number {
  let depth = 0;
  const parser = new Parser({
    onopentagname: () => {
      depth += 1;
      if (depth > DEEPEST_READ) throw new TooDeep();
    },
    onclosetag: () => void (depth -= 1),
  });
  try {
    parser.end(html);
    return html.length;
  } catch (error) {
    if (error instanceof TooDeep) return parser.startIndex;
    throw error;
  }
}

/** A text as HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
