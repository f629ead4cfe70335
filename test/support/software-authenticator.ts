import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What a test can make differ from what a browser does. */
export interface Ceremony {
  origin: string;
  rpId: string;
  isUserVerified: boolean;
  challenge: string;
  transports: unknown;
}

/** A passkey provider in the test: makes passkeys (WebAuthn level 2, ES256) and signs with them, as a browser does. */
export class SoftwareAuthenticator {
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** Counts signatures; a copy of the authenticator counts on its own. */
  counter = 0;

  constructor(private readonly usual: Pick<Ceremony, 'origin' | 'rpId'>) {}

  get credentialId(): string {
    return this.#id.toString('base64url');
  }

  /** The body of a registration, for the options of the server. */
  register({ challenge }: { challenge: string }, changes: Partial<Ceremony> = {}): object {
    const ceremony = { ...this.usual, isUserVerified: true, challenge, transports: ['internal'], ...changes };
    const credential = Buffer.concat([
      Buffer.alloc(16),
      uint16(this.#id.length),
      this.#id,
      coseKey(this.#keys.publicKey),
    ]);
    const data = this.#authenticatorData(ceremony, HAS_CREDENTIAL, credential);
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(data)],
    ]);
    return this.#body({
      clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ceremony.transports,
    });
  }

  /** The body of a sign-in, for the options of the server. */
  signIn({ challenge }: { challenge: string }, changes: Partial<Ceremony> = {}): object {
    const ceremony = { ...this.usual, isUserVerified: true, challenge, transports: [], ...changes };
    const client = clientData('webauthn.get', ceremony);
    this.counter += 1;
    const data = this.#authenticatorData(ceremony);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return this.#body({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #body(response: object): object {
    const id = this.credentialId;
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #authenticatorData({ rpId, isUserVerified }: Ceremony, flags = 0, credential = Buffer.alloc(0)): Buffer {
    const all = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | flags;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([all]), counter, credential]);
  }
}

const clientData = (type: string, { challenge, origin }: Ceremony): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** The public key in the form of COSE: an elliptic curve key (1: 2) for ES256 (3: -7) on P-256 (-1: 1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** The few kinds of CBOR that WebAuthn needs here. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(length)]);
}

const cborInteger = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()]);
