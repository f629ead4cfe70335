import { hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '#ground/kernel';

const KEY_BYTES = 32;

export interface LinkKind {
  /** Separates the keys of one kind of link from those of others; part of the contract for share links. */
  keyInfo: string;
  /** The claim that holds the id of the link. */
  claim: string;
  ttlMinutes: number;
}

/** The link that a token opens. */
interface ProtectedLink {
  linkId: string;
  /** Part of the key: tokens end when the password changes. */
  passwordHash: string;
}

/** What a visitor gets for the right password of a link, and sends instead of it. */
export class LinkAccessTokens {
  constructor(
    private readonly secret: string,
    private readonly kind: LinkKind,
    private readonly clock: Clock,
  ) {}

  async issue({ linkId, passwordHash }: ProtectedLink): Promise<string> {
    const now = this.clock.now();
    return new SignJWT({ [this.kind.claim]: linkId })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + this.kind.ttlMinutes * 60_000))
      .sign(this.#key(passwordHash));
  }

  /** False also for a text that is not a token, and for a token of another link, of another password, or expired. */
  async isValid(token: string, { linkId, passwordHash }: ProtectedLink): Promise<boolean> {
    try {
      const { payload } = await jwtVerify(token, this.#key(passwordHash), {
        algorithms: ['HS256'],
        currentDate: this.clock.now(),
        requiredClaims: ['exp', 'iat', this.kind.claim],
      });
      return payload[this.kind.claim] === linkId;
    } catch (error) {
      if (error instanceof errors.JOSEError) return false;
      throw error;
    }
  }

  #key(passwordHash: string): Uint8Array {
    const key = hkdfSync('sha256', this.secret, '', `${this.kind.keyInfo}:${passwordHash}`, KEY_BYTES);
    return new TextEncoder().encode(Buffer.from(key).toString('base64url'));
  }
}
