/** How the file is locked. */
export interface PackageLock {
  /** Hashes that trying one password takes. */
  hashes: number;
  /** The key, if this is the password. */
  keyFor(password: string): Buffer | undefined;
  /** Decrypts what follows the size. */
  decrypt(content: Buffer, key: Buffer): Buffer;
}
