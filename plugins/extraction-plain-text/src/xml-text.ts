import { Tokenizer } from 'htmlparser2';

/** Attributes whose values are written for readers. Others hold names of namespaces, references and styles. */
const FOR_READERS = new Set(
  'alt author caption description displayname label name summary text title value'.split(' '),
);
const SPACE = /\s+/g;

export interface XmlReading {
  /** Elements that are left out with all that is in them; they do not hold one another. */
  hidden?: ReadonlySet<string>;
  hasAttributes?: boolean;
}

/**
 * The text of the elements in order, and the values of attributes that are for readers; of a file without any of it,
 * the values of all attributes. Entities that a file declares are not expanded, and nothing is fetched.
 */
export function xmlText(xml: string, reading: XmlReading = {}): string {
  const body = withoutDeclarations(xml);
  const { hasAttributes = true } = reading;
  const text = textOf(body, reading, hasAttributes ? (name) => FOR_READERS.has(localName(name)) : () => false);
  return text === '' && hasAttributes ? textOf(body, reading, isValue) : text;
}

function textOf(xml: string, { hidden = new Set() }: XmlReading, isShown: (attribute: string) => boolean): string {
  const parts: string[] = [];
  let hiddenBy: string | undefined;
  let tags = 0;
  let name = '';
  let attribute = '';

  const add = (text: string): void => {
    if (hiddenBy !== undefined) return;
    // Several tags in a row are between two things; a single one may be within a word.
    if (tags > 1) parts.push('\n');
    tags = 0;
    parts.push(text);
  };
  const addValue = (text: string): void => {
    if (isShown(attribute)) add(text);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: true },
    {
      ontext: (start, end) => add(xml.slice(start, end)),
      ontextentity: (codePoint) => add(String.fromCodePoint(codePoint)),
      oncdata: (start, end, bracketsLength) => add(xml.slice(start, end - bracketsLength)),
      onopentagname: (start, end) => {
        name = xml.slice(start, end);
        if (hiddenBy === undefined && hidden.has(localName(name))) hiddenBy = name;
        tags += 1;
      },
      onattribname: (start, end) => {
        attribute = xml.slice(start, end).toLowerCase();
        if (isShown(attribute)) tags = 2;
      },
      onattribdata: (start, end) => addValue(xml.slice(start, end)),
      onattribentity: (codePoint) => addValue(String.fromCodePoint(codePoint)),
      onattribend: () => {
        if (isShown(attribute)) tags = 2;
      },
      onselfclosingtag: () => {
        if (hiddenBy === name) hiddenBy = undefined;
        tags += 1;
      },
      onclosetag: (start, end) => {
        if (xml.slice(start, end) === hiddenBy) hiddenBy = undefined;
        tags += 1;
      },
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
    },
  );
  tokenizer.write(xml);
  tokenizer.end();
  return parts
    .join('')
    .replaceAll(SPACE, (run) => (run.includes('\n') ? '\n' : ' '))
    .trim();
}

function ignore(): void {
  // comments and instructions are not displayed
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function isValue(attribute: string): boolean {
  return !attribute.endsWith('schemalocation') && !attribute.startsWith('xmlns');
}

/** Without the document type, in which brackets may hold declarations. */
function withoutDeclarations(xml: string): string {
  const start = xml.indexOf('<!DOCTYPE');
  if (start < 0) return xml;
  const end = xml.indexOf('>', start);
  const bracket = xml.indexOf('[', start);
  if (bracket < 0 || bracket > end) return xml;
  const last = /\]\s{0,1000}>/g;
  last.lastIndex = bracket;
  return last.test(xml) ? xml.slice(0, start) + xml.slice(last.lastIndex) : xml.slice(0, start);
}
