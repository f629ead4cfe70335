import { cleanHtml, escapeHtml, type PartOfFile } from './clean-html.js';
import { decodeWords } from './encoded-words.js';
import { bytesOf, charactersOf, isHtml, isText, leavesOf, nameOf, typeOf } from './mail-leaves.js';
import type { MailNode } from './mail-tree.js';
import { unwrappedMail } from './unwrapped-mail.js';

const SHOWN = ['From', 'To', 'Cc', 'Date', 'Subject'];
const LONGEST_HEADER = 2_000;
/** Characters of all texts of the mail. */
const MOST_CHARACTERS = 1_000_000;
/** Of pictures that the text shows, all together. */
const MOST_PICTURE_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 200;
const PICTURES = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp']);

/** A mail as a program for mails shows it: head, text with its pictures, and a list of its files. */
export async function mailHtml(source: Uint8Array): Promise<PartOfFile | undefined> {
  const mail = await unwrappedMail(source).catch(() => undefined);
  if (mail === undefined) return undefined;
  const page = new MailPage(mail);
  const body = page.body(mail);
  const html = `<table class="head">${headRows(mail)}</table>${body}${page.files()}`;
  return { html, isCut: page.isCut };
}

function headRows({ headers }: MailNode): string {
  return SHOWN.map((name) => {
    const header = headers.find(({ key }) => key === name.toLowerCase());
    if (header === undefined) return '';
    const value = decodeWords(header.value.slice(0, LONGEST_HEADER));
    return `<tr><th scope="row">${name}</th><td dir="auto">${escapeHtml(value)}</td></tr>`;
  }).join('');
}

/** Counts what was shown, so that a mail cannot make more of it than is allowed. */
class MailPage {
  isCut = false;
  #charactersLeft = MOST_CHARACTERS;
  #pictureBytesLeft = MOST_PICTURE_BYTES;
  readonly #pictures: ReadonlyMap<string, MailNode>;
  readonly #shown = new Set<MailNode>();

  constructor(private readonly mail: MailNode) {
    this.#pictures = new Map(
      leavesOf(mail).flatMap(({ node }) => {
        const id = node.contentId?.trim().replace(/^</, '').replace(/>$/, '') ?? '';
        return id !== '' && PICTURES.has(typeOf(node)) ? [[id, node] as const] : [];
      }),
    );
  }

  /** Of the ways in which a mail has its text, the last one that is not empty is the richest. */
  body(node: MailNode): string {
    const { multipart } = node.contentType;
    if (multipart === false) return isText(node) && node.content !== null ? this.#text(node) : '';
    if (multipart !== 'alternative') return node.childNodes.map((child) => this.body(child)).join('');
    for (const child of node.childNodes.toReversed()) {
      const html = this.body(child);
      if (html.trim() !== '') return html;
    }
    return '';
  }

  files(): string {
    const files = leavesOf(this.mail).filter(({ node }) => !isText(node) && !this.#shown.has(node));
    if (files.length === 0) return '';
    if (files.length > MOST_FILES) this.isCut = true;
    const items = files.slice(0, MOST_FILES).map(({ node }) => {
      const name = nameOf(node) || typeOf(node) || '?';
      return `<li><bdi>${escapeHtml(name.slice(0, LONGEST_HEADER))}</bdi> (${sizeOf(bytesOf(node).length)})</li>`;
    });
    return `<ul class="files">${items.join('')}</ul>`;
  }

  #text(node: MailNode): string {
    const whole = charactersOf(node);
    const text = whole.slice(0, this.#charactersLeft);
    if (text.length < whole.length) this.isCut = true;
    this.#charactersLeft -= text.length;
    if (text.trim() === '') return '';
    if (!isHtml(node)) return `<pre dir="auto">${escapeHtml(text)}</pre>`;
    const { html, isCut } = cleanHtml(text, (address) => this.#picture(address));
    this.isCut ||= isCut;
    return `<div dir="auto">${html}</div>`;
  }

  #picture(address: string): string | undefined {
    if (!/^cid:/i.test(address)) return undefined;
    const node = this.#pictures.get(plainId(address.slice(4)));
    if (node === undefined) return undefined;
    const bytes = bytesOf(node);
    if (bytes.length > this.#pictureBytesLeft) {
      this.isCut = true;
      return undefined;
    }
    this.#pictureBytesLeft -= bytes.length;
    this.#shown.add(node);
    return `data:${typeOf(node)};base64,${Buffer.from(bytes).toString('base64')}`;
  }
}

function plainId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
