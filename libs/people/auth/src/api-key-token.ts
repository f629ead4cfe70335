import { createHash, randomInt } from 'node:crypto';

const START = 'ppapi_';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_LENGTH = 64;
const PREFIX_LENGTH = START.length + 5;
const SHAPE = /^ppapi_[A-Za-z0-9]{64}$/;

export function createApiKeyToken(): string {
  return START + Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

export function apiKeyPrefix(token: string): string {
  return token.slice(0, PREFIX_LENGTH);
}

/** Hashes without a salt: a token is random enough, and keys are looked up by this hash. */
export function apiKeyHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The API key in an `Authorization` header; undefined for other schemes and other bearer values. */
export function apiKeyFrom(authorization: string | undefined): string | undefined {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && SHAPE.test(token) ? token : undefined;
}
