import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AUTH_SECRET } from '#ground/settings';

const VERSION = 1;
const KEY_BYTES = 32;
const KEY_NAME_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Whose password it is: an encrypted one is worthless in the row of another. */
export interface PasswordOwner {
  organizationId: string;
  /** The document, or the entry in the list of the organization. */
  id: string;
}

/**
 * Encrypts passwords of files with a key of the archive's secret: version, name of the key, nonce, text and tag. The name
 * of the key tells a password of an earlier secret apart from a damaged one.
 */
@Injectable()
export class PasswordSeal {
  readonly #key: Buffer;
  /** How everything begins that this secret opens. */
  readonly mark: Buffer;

  constructor(@Inject(AUTH_SECRET) secret: string) {
    const derived = Buffer.from(hkdfSync('sha256', secret, '', 'document-passwords', KEY_BYTES + KEY_NAME_BYTES));
    this.#key = derived.subarray(0, KEY_BYTES);
    this.mark = Buffer.concat([Buffer.of(VERSION), derived.subarray(KEY_BYTES)]);
  }

  seal(password: string, owner: PasswordOwner): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(boundTo(owner));
    const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
    return Buffer.concat([this.mark, nonce, text, cipher.getAuthTag()]);
  }

  /** `undefined` for a password of another secret, of another owner, and for a damaged one. */
  open(sealed: Uint8Array, owner: PasswordOwner): string | undefined {
    const bytes = Buffer.from(sealed);
    const { length } = this.mark;
    if (!bytes.subarray(0, length).equals(this.mark) || bytes.length < length + NONCE_BYTES + TAG_BYTES)
      return undefined;
    const nonce = bytes.subarray(length, length + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(boundTo(owner))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const text = decipher.update(bytes.subarray(length + NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

function boundTo({ organizationId, id }: PasswordOwner): Buffer {
  return Buffer.from(`${organizationId} ${id}`);
}
