/** Values that never change, as many as fit, by how recently they were used. */
export class BoundedCache<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; bytes: number }>();
  #bytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** The share of the bytes that is taken. */
  get filled(): number {
    return this.#bytes / this.mostBytes;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: Key, value: Value, bytes: number): void {
    if (bytes > this.mostBytes) return;
    this.#bytes += bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { value, bytes });
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.mostBytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }
}
