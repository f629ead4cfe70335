import { openCms } from './cms.js';
import { bytesOf, nameOf } from './mail-leaves.js';
import { parseMail, type MailNode } from './mail-tree.js';
import { isTnef, readTnef, type TnefMessage } from './tnef.js';

const CMS = new Set(['application/pkcs7-mime', 'application/x-pkcs7-mime']);
const SIGNATURES = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
]);
const PGP = 'application/pgp-encrypted';
const TNEF = 'application/vnd.ms-tnef';
/** How often a mail may be packed into itself. Each time it becomes shorter. */
const DEEPEST = 4;
const HEAD_BYTES = 4_096;

/** Parses a mail, and replaces what is packed in it (S/MIME that is signed, `winmail.dat`) by what it holds. */
export async function unwrappedMail(
  bytes: Uint8Array,
  limits?: { maxHeadersSize: number; maxNestingDepth: number },
): Promise<MailNode> {
  return unwrapped(await parseMail(bytes, limits), 0);
}

/** True for a part that nothing can be read of without a key. */
export function isEncrypted(node: MailNode): boolean {
  return node.contentType.parsed.value === PGP || (isCms(node) && openCms(bufferOf(node)).kind === 'encrypted');
}

/** True for bytes that begin as a part of a mail does. */
export function isMailPart(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  return /^[\w-]{1,100}:/.test(head) && /^(?:content-type|mime-version):/im.test(head);
}

async function unwrapped(node: MailNode, depth: number): Promise<MailNode> {
  const { multipart } = node.contentType;
  if (multipart === 'encrypted')
    return { ...leaf({ type: PGP, name: '', bytes: Buffer.alloc(0) }), headers: node.headers };
  if (multipart !== false) {
    const childNodes: MailNode[] = [];
    for (const child of node.childNodes)
      if (multipart !== 'signed' || !SIGNATURES.has(child.contentType.parsed.value))
        childNodes.push(await unwrapped(child, depth));
    return Object.assign(node, { childNodes });
  }
  if (node.content === null || depth >= DEEPEST) return node;
  const bytes = bufferOf(node);
  if (isTnef(bytes)) return Object.assign(tnefNode(readTnef(bytes)), { headers: node.headers });
  const content = isCms(node) ? openCms(bytes).content : undefined;
  if (content === undefined || !isMailPart(content)) return node;
  const inside = await parseMail(Buffer.from(content)).catch(() => undefined);
  return inside === undefined ? node : Object.assign(await unwrapped(inside, depth + 1), { headers: node.headers });
}

function isCms(node: MailNode): boolean {
  return CMS.has(node.contentType.parsed.value) || /\.p7m$/i.test(nameOf(node));
}

function bufferOf(node: MailNode): Buffer {
  const { buffer, byteOffset, byteLength } = bytesOf(node);
  return Buffer.from(buffer, byteOffset, byteLength);
}

function tnefNode({ text, files }: TnefMessage): MailNode {
  const body = text === '' ? [] : [leaf({ type: 'text/plain', name: '', bytes: Buffer.from(text) })];
  const attached = files.map(({ name, bytes, isMessage }) =>
    leaf({
      type: isMessage ? TNEF : 'application/octet-stream',
      name: isMessage ? `${name || 'message'}.tnef` : name,
      bytes,
    }),
  );
  const contentType = { parsed: { value: 'multipart/mixed', params: {} }, multipart: 'mixed' };
  return { ...EMPTY, contentType, childNodes: [...body, ...attached] };
}

function leaf({ type, name, bytes }: { type: string; name: string; bytes: Buffer }): MailNode {
  const isFile = type !== 'text/plain';
  return {
    ...EMPTY,
    contentType: { parsed: { value: type, params: { charset: 'utf-8' } }, multipart: false },
    contentDisposition: { parsed: { value: isFile ? 'attachment' : 'inline', params: { filename: name } } },
    content: new Uint8Array(bytes).buffer,
  };
}

const EMPTY: MailNode = {
  headers: [{ key: 'content-type', value: '' }],
  childNodes: [],
  contentType: { parsed: { value: 'text/plain', params: {} }, multipart: false },
  contentDisposition: { parsed: { value: '', params: {} } },
  // Its bytes are as they are.
  contentTransferEncoding: { encoding: 'base64' },
  content: null,
  decodeFlowedText: (text) => text,
};
