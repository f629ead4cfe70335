import type { HostServices, SearchTree } from '@archivolt/plugin-kit';
import { AskedConditions, type AskedOfOrganization } from './asked-conditions.js';

const KEY = 'asked';
const SAVE_AFTER_MS = 600_000;

/** Others are small, or removed permanently. */
const WITH_SEGMENTS =
  'select distinct organization_id as id from search_segments_segment where organization_id = any($1::text[])';

/** {@link AskedConditions} that the next start of a server knows. Only a process that has loaded them saves them. */
export class KeptConditions {
  readonly #asked = new AskedConditions();
  #isLoaded = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly host: Pick<HostServices, 'logger' | 'sql' | 'state'>) {}

  note(organizationId: string, tree: SearchTree): void {
    this.#asked.note(organizationId, tree);
    if (!this.#isLoaded || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.save(), SAVE_AFTER_MS);
    this.#timer.unref();
  }

  async load(): Promise<AskedOfOrganization[]> {
    await this.#addOthers();
    this.#isLoaded = true;
    return this.#asked.latestFirst();
  }

  /** Loses nothing that matters when it fails. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isLoaded || !this.#asked.takeChanged()) return;
    try {
      await this.#addOthers();
      const asked = this.#asked.latestFirst();
      const rows = await this.host.sql.query<{ id: string }>(WITH_SEGMENTS, [
        asked.map(({ organizationId }) => organizationId),
      ]);
      const ids = new Set(rows.map(({ id }) => id));
      const kept = asked.filter(({ organizationId }) => ids.has(organizationId));
      await this.host.state.set(KEY, kept);
    } catch (error) {
      this.host.logger.debug(`What was searched could not be kept: ${String(error)}`);
    }
  }

  async #addOthers(): Promise<void> {
    this.#asked.addOlder((await this.host.state.get<AskedOfOrganization[]>(KEY)) ?? []);
  }
}
