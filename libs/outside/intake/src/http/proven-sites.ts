const MOST = 1_000;
const KNOWN_FOR_MS = 24 * 60 * 60_000;

/** Addresses whose last body had the right signature. A caller without the secret cannot add one. */
export class ProvenSites {
  /** When each of them has signed, the earliest first. */
  readonly #signedAt = new Map<string, number>();

  has(site: string, now: number): boolean {
    const signedAt = this.#signedAt.get(site);
    return signedAt !== undefined && now - signedAt < KNOWN_FOR_MS;
  }

  note(site: string, isRight: boolean, now: number): void {
    this.#signedAt.delete(site);
    if (!isRight) return;
    this.#signedAt.set(site, now);
    const [earliest] = this.#signedAt.keys();
    if (this.#signedAt.size > MOST && earliest !== undefined) this.#signedAt.delete(earliest);
  }
}
