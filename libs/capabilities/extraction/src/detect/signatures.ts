/** Formats that the library for magic bytes does not know. */
const SIGNATURES: readonly { type: string; bytes: Buffer; within?: number }[] = [
  { type: 'application/vnd.wordperfect', bytes: Buffer.from('\xffWPC', 'latin1') },
  { type: 'application/x-hwp', bytes: Buffer.from('HWP Document File') },
  { type: 'image/vnd.djvu', bytes: Buffer.from('AT&TFORM') },
  // The object identifier of data that is signed, after the length of the whole.
  { type: 'application/pkcs7-mime', bytes: Buffer.from('06092a864886f70d010702', 'hex'), within: 8 },
  // … or encrypted.
  { type: 'application/pkcs7-mime', bytes: Buffer.from('06092a864886f70d010703', 'hex'), within: 8 },
];

export function typeBySignature(head: Buffer): string | undefined {
  return SIGNATURES.find(({ bytes, within = 0 }) => head.subarray(0, within + bytes.length).includes(bytes))?.type;
}
