import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import type { HostHttp } from '@archivolt/plugin-kit';
import type { Clock } from '#ground/kernel';
import { requestJson } from './provider-requests.js';

/** Signatures with a key pair only: every holder of a shared secret could sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const DISCOVERY_SUFFIX = '/.well-known/openid-configuration';
const FRESH_MS = 3_600_000;
/** Longer than a request may take: while one waits for a provider that is away, others use what was found before. */
const DISCOVER_AGAIN_AFTER_MS = 30_000;
/** New keys are fetched at most this often, whatever tokens name. */
const KEYS_AGAIN_AFTER_MS = 30_000;
const CLOCK_TOLERANCE_SECONDS = 60;

export interface Discovered {
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  userInfoUrl: string | undefined;
  keysUrl: string;
}

export interface ExpectedToken {
  clientId: string;
  nonce: string | undefined;
}

/** What an OpenID Connect provider publishes about itself. Fetched at the first sign-in, and again when it is old. */
export class DiscoveredProvider {
  #found: { value: Discovered; usableUntil: number } | undefined;
  #keys: { value: JSONWebKeySet; at: number } | undefined;

  constructor(
    private readonly http: HostHttp,
    private readonly discoveryUrl: string,
    private readonly clock: Clock,
  ) {}

  /** Undefined before the first discovery. */
  get issuer(): string | undefined {
    return this.#found?.value.issuer;
  }

  async read(): Promise<Discovered> {
    const older = this.#found;
    if (older && this.#now() < older.usableUntil) return older.value;
    const keepOlder = () => {
      if (older) older.usableUntil = this.#now() + DISCOVER_AGAIN_AFTER_MS;
    };
    keepOlder();
    try {
      const value = this.#check(await requestJson(this.http, { url: this.discoveryUrl }));
      this.#found = { value, usableUntil: this.#now() + FRESH_MS };
      return value;
    } catch (error) {
      keepOlder();
      if (older) return older.value;
      throw error;
    }
  }

  /** The claims of an id token that this provider signed for this client and this sign-in; rejects for any other. */
  async verify(idToken: string, { clientId, nonce }: ExpectedToken): Promise<JWTPayload> {
    const { issuer, keysUrl } = await this.read();
    const options = {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['sub', 'exp', 'iat'],
    };
    const verified = async () => jwtVerify(idToken, createLocalJWKSet(await this.#readKeys(keysUrl)), options);
    const { payload } = await verified().catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !this.#mayReadKeysAgain()) throw error;
      this.#keys = undefined;
      return verified();
    });
    if (nonce === undefined || payload['nonce'] !== nonce) throw new Error('the id token belongs to another sign-in');
    const isForOthers = Array.isArray(payload.aud) && payload.aud.length > 1;
    if ((isForOthers || payload['azp'] !== undefined) && payload['azp'] !== clientId)
      throw new Error('the id token was issued to another client');
    return payload;
  }

  #check(found: Record<string, unknown>): Discovered {
    const text = (name: string) => (typeof found[name] === 'string' ? found[name] : undefined);
    const [issuer, authorizationUrl, tokenUrl] = ['issuer', 'authorization_endpoint', 'token_endpoint'].map(text);
    const keysUrl = text('jwks_uri');
    if (!issuer || !authorizationUrl || !tokenUrl || !keysUrl)
      throw new Error(`${this.discoveryUrl} lacks issuer, authorization_endpoint, token_endpoint or jwks_uri`);
    const isStandard = this.discoveryUrl.endsWith(DISCOVERY_SUFFIX);
    if (isStandard && withoutSlash(issuer) !== this.discoveryUrl.slice(0, -DISCOVERY_SUFFIX.length))
      throw new Error(`${this.discoveryUrl} names ${issuer} as its issuer`);
    return { issuer, authorizationUrl, tokenUrl, keysUrl, userInfoUrl: text('userinfo_endpoint') };
  }

  async #readKeys(url: string): Promise<JSONWebKeySet> {
    if (!this.#keys || this.#now() - this.#keys.at > FRESH_MS)
      this.#keys = { value: (await requestJson(this.http, { url })) as unknown as JSONWebKeySet, at: this.#now() };
    return this.#keys.value;
  }

  #mayReadKeysAgain(): boolean {
    return this.#keys === undefined || this.#now() - this.#keys.at > KEYS_AGAIN_AFTER_MS;
  }

  #now(): number {
    return this.clock.now().getTime();
  }
}

const withoutSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url);
