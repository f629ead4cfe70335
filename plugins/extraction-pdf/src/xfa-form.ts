import { withMemory, type Pdfium } from './pdfium.js';
import { xfaText } from './xfa-text.js';

/** A form is one packet without a name, or several with names, of which two have words. */
const PACKETS_WITH_WORDS = ['', 'template', 'datasets'];
const MOST_PACKETS = 100;
const LONGEST_NAME = 100;
/** Decoded bytes of all packets. Forms of a hundred pages have one or two million. */
const MAX_BYTES = 20_000_000;
/** What viewers show that know no XFA is short, and names a program that does. */
const PLACEHOLDER = /adobe|pdf viewer/i;
const LONGEST_PLACEHOLDER = 2000;

export interface XfaForm {
  text: string;
  isTooLarge: boolean;
}

/** Whether this is the page for viewers that know no XFA ("Please wait..."), in any language. */
export function isPlaceholder(pageText: string): boolean {
  return pageText === '' || (pageText.length <= LONGEST_PLACEHOLDER && PLACEHOLDER.test(pageText));
}

/** The words of a form that the file holds as XML. pdfium has the XML, but does not make pages of it. */
export function readXfa(pdfium: Pdfium, document: number): XfaForm {
  let room = MAX_BYTES;
  const texts: string[] = [];
  for (const index of packetsWithWords(pdfium, document)) {
    const packet = readPacket(pdfium, { document, index, maxBytes: room });
    if (packet === 'too-large') return { text: oneOfEach(texts), isTooLarge: true };
    room -= packet.length;
    texts.push(xfaText(decode(packet)));
  }
  return { text: oneOfEach(texts), isTooLarge: false };
}

function oneOfEach(texts: readonly string[]): string {
  return [...new Set(texts.flatMap((text) => text.split('\n')))].join('\n');
}

function packetsWithWords(pdfium: Pdfium, document: number): number[] {
  const { api, runtime } = pdfium;
  const found = new Map<string, number>();
  const count = Math.min(api.FPDF_GetXFAPacketCount(document), MOST_PACKETS);
  withMemory(pdfium, LONGEST_NAME, (pointer) => {
    for (let index = 0; index < count; index++) {
      const bytes = api.FPDF_GetXFAPacketName(document, index, pointer, LONGEST_NAME);
      if (bytes === 0 || bytes > LONGEST_NAME) continue;
      const name = Buffer.from(runtime.HEAPU8.buffer, pointer, bytes - 1).toString('latin1');
      if (!found.has(name)) found.set(name, index);
    }
  });
  return PACKETS_WITH_WORDS.flatMap((name) => found.get(name) ?? []);
}

interface Packet {
  document: number;
  index: number;
  maxBytes: number;
}

function readPacket(pdfium: Pdfium, { document, index, maxBytes }: Packet): Buffer | 'too-large' {
  const { api, runtime } = pdfium;
  return withMemory(pdfium, 4, (size) => {
    if (!api.FPDF_GetXFAPacketContent(document, index, 0, 0, size)) return Buffer.alloc(0);
    const bytes = new DataView(runtime.HEAPU8.buffer).getUint32(size, true);
    if (bytes > maxBytes) return 'too-large';
    return withMemory(pdfium, bytes, (content) => {
      if (!api.FPDF_GetXFAPacketContent(document, index, content, bytes, size)) return Buffer.alloc(0);
      return Buffer.from(runtime.HEAPU8.slice(content, content + bytes));
    });
  });
}

function decode(packet: Buffer): string {
  const mark = packet.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(packet);
}
