import type { PluginState } from '@archivolt/plugin-kit';

const PREFIX = 'taken ';
const CHARACTERS_KEPT = 22;
/** Of each of the 64 lists: some 24 KB of JSON. */
const MAILS_KEPT = 1_000;

/**
 * The hashes of the last mails that were taken, some 64,000: when the server gives all mails of a folder new numbers,
 * they tell which of them are known.
 */
export class TakenMails {
  #saving: Promise<void> = Promise.resolve();

  constructor(private readonly state: Pick<PluginState, 'get' | 'keys' | 'set'>) {}

  async isEmpty(): Promise<boolean> {
    return (await this.state.keys(PREFIX)).length === 0;
  }

  async has(hash: string): Promise<boolean> {
    return (await this.#list(hash)).includes(hash.slice(0, CHARACTERS_KEPT));
  }

  add(hash: string): Promise<void> {
    const add = async (): Promise<void> => {
      const list = await this.#list(hash);
      const kept = hash.slice(0, CHARACTERS_KEPT);
      if (!list.includes(kept)) await this.state.set(keyOf(hash), [...list, kept].slice(-MAILS_KEPT));
    };
    this.#saving = this.#saving.then(add, add);
    return this.#saving;
  }

  async #list(hash: string): Promise<string[]> {
    return (await this.state.get<string[]>(keyOf(hash))) ?? [];
  }
}

function keyOf(hash: string): string {
  return `${PREFIX}${hash.slice(0, 1)}`;
}
