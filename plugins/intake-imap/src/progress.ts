import type { PluginState } from '@archivolt/plugin-kit';

/** What is remembered of a folder. */
interface Saved {
  [key: string]: number | number[] | string;
  uidValidity: string;
  /** Mails below this number were there when they got new numbers, or when another folder was set. */
  inherited: number;
  /** All mails up to this number are done, except the open ones. */
  through: number;
  open: number[];
}

/** So many mails that could not be taken yet are remembered; no further ones are begun before they are. */
const MOST_OPEN = 1_000;

/**
 * Which mails of a folder are done. A mail counts only after its result, whatever the order of the results: a crash
 * makes some be handed over again, and none be left out.
 */
export class Progress {
  readonly #begun = new Set<number>();
  readonly #open: Set<number>;
  #through: number;
  #saving: Promise<void> = Promise.resolve();

  private constructor(
    private readonly state: Pick<PluginState, 'set'>,
    private readonly key: string,
    private readonly folder: Pick<Saved, 'inherited' | 'uidValidity'>,
    { through, open }: Pick<Saved, 'open' | 'through'>,
  ) {
    this.#through = through;
    this.#open = new Set(open);
  }

  /** `isNew`: no mail was ever taken. */
  static async of(
    state: Pick<PluginState, 'get' | 'set'>,
    key: string,
    { uidValidity, uidNext, isNew }: { uidValidity: bigint; uidNext: number; isNew: boolean },
  ): Promise<Progress> {
    const saved = await state.get<Saved>(key);
    if (saved?.uidValidity === String(uidValidity)) return new Progress(state, key, saved, saved);
    const folder = { uidValidity: String(uidValidity), inherited: isNew ? 0 : uidNext };
    const progress = new Progress(state, key, folder, { through: 0, open: [] });
    await progress.#save();
    return progress;
  }

  get uidValidity(): string {
    return this.folder.uidValidity;
  }

  /** True for mails that may have been taken under another number. */
  isInherited(uid: number): boolean {
    return uid < this.folder.inherited;
  }

  /** Mails that could not be taken yet. */
  get open(): number[] {
    return [...this.#open];
  }

  /** The number after which no mail was begun. */
  get through(): number {
    return this.#through;
  }

  get isFull(): boolean {
    return this.#open.size >= MOST_OPEN;
  }

  begin(uid: number): void {
    this.#begun.add(uid);
  }

  /** Durable when the promise resolves. */
  async end(uid: number, { isDone }: { isDone: boolean }): Promise<void> {
    this.#begun.delete(uid);
    if (isDone) this.#open.delete(uid);
    else this.#open.add(uid);
    for (const other of this.#begun) if (other < uid) this.#open.add(other);
    this.#through = Math.max(this.#through, uid);
    await this.#save();
  }

  /** One after the other, so that the last state is the one that stays. */
  #save(): Promise<void> {
    const save = async (): Promise<void> => {
      const saved: Saved = { ...this.folder, through: this.#through, open: this.open };
      await this.state.set(this.key, saved);
    };
    this.#saving = this.#saving.then(save, save);
    return this.#saving;
  }
}
