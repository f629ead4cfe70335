import type { HostServices } from '@archivolt/plugin-kit';
import { clearSomeOfOrganization } from '../documents/clear-organization.js';
import { SegmentThreads } from '../merge/segment-threads.js';
import { readSegments } from '../reading/organization-state.js';
import { flushTail } from './flush-tail.js';
import { mergeNeighbours, type Merge } from './merge-neighbours.js';
import { findOutdated } from './outdated-segment.js';
import { LIMITS, LostBuildError, SegmentBuild } from './segment-build.js';
import { chooseMerge, type SegmentSizes } from './segment-sizes.js';
import type { UpkeepTools } from './upkeep-tools.js';

/** From the first change to the work on its organization; many changes come at once. */
const PAUSE_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 30_000;
/** Bytes of terms in the tail of an organization that are a segment, however few documents they are. */
const TAIL_BYTES = 16_000_000;

/** Documents of organizations with enough for a segment; those of the others stay in the tail. */
const WAITING = `select coalesce(sum(documents), 0)::int as waiting from (
  select count(*) as documents from search_segments_tail group by organization_id having count(*) >= $1) due`;
/** Flushes that may be due before writers should wait. */
const FLUSHES_BEHIND = 8;
const BEHIND_LOOK_MS = 1_000;

const SEVERAL = 'select organization_id from search_segments_segment group by organization_id having count(*) > 1';

const DUE = `select organization_id from search_segments_tail group by organization_id
  having count(*) >= $1 or sum(bytes) >= ${String(TAIL_BYTES)}
  union ${SEVERAL}`;

/** Organizations without any document of which segments or rows of the tail are left. */
const EMPTIED = `
  select organization_id from (
    select organization_id from search_segments_segment
    union select organization_id from search_segments_tail where is_removed) s
  where not exists (select from document d where d.organization_id = s.organization_id)`;

/** Organizations without a segment are in the tail as a whole. */
const SIZE = `
  with segments as (select organization_id, count(*) as count from search_segments_segment group by organization_id),
  tails as (select organization_id, count(*) as count from search_segments_tail group by organization_id)
  select coalesce(sum(s.count), 0)::int as segments, count(s.count)::int as organizations,
    coalesce(sum(t.count) filter (where s.count > 0), 0)::int as waiting,
    coalesce(sum(t.count) filter (where s.count is null), 0)::int as small
  from segments s full join tails t using (organization_id)`;

interface IndexSize {
  segments: number;
  organizations: number;
  waiting: number;
  small: number;
}

export interface UpkeepOptions extends SegmentSizes {
  /** Milliseconds from a change to the work that follows from it. */
  pauseMs: number;
}

class StoppedError extends Error {}

/** Moves documents from the tail into segments and merges these, in the background, one organization after the other. */
export class Upkeep {
  readonly #waiting = new Set<string>();
  /** The newest segment when no segment of the organization was outdated. */
  readonly #examined = new Map<string, number>();
  readonly #options: UpkeepOptions;
  readonly #tools: UpkeepTools;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;
  #behind: { isBehind: Promise<boolean>; readAt: number } | undefined;

  constructor(
    private readonly host: Pick<HostServices, 'logger' | 'sql'>,
    { pauseMs = PAUSE_MS, ...sizes }: Partial<Pick<UpkeepOptions, 'pauseMs'>> & SegmentSizes,
  ) {
    this.#options = { pauseMs, ...sizes };
    this.#tools = { sql: host.sql, threads: new SegmentThreads(), check: () => this.#check() };
  }

  /** Documents of these organizations were written, maybe in a transaction that has not ended yet. */
  changed(organizationIds: readonly string[]): void {
    for (const id of organizationIds) this.#waiting.add(id);
    if (this.#waiting.size > 0) this.#start(this.#options.pauseMs);
  }

  /** True when documents come faster than segments are made of them. It is looked up once a second at most. */
  isBehind(): Promise<boolean> {
    const now = performance.now();
    if (this.#behind === undefined || now - this.#behind.readAt > BEHIND_LOOK_MS)
      this.#behind = { isBehind: this.#readIsBehind(), readAt: now };
    return this.#behind.isBehind;
  }

  /** Does what is due in all organizations. */
  async runAll(): Promise<void> {
    const { sql } = this.host;
    for (const id of await SegmentBuild.lost(sql)) await (await SegmentBuild.take(sql, id))?.abandon();
    for (const id of await this.#organizations(DUE, [this.#options.flushAt])) this.#waiting.add(id);
    for (const id of await this.#organizations(SEVERAL, [])) await this.#attempt(id, () => this.#shrink(id));
    await this.#run();
    for (const id of await this.#organizations(EMPTIED, [])) await this.#attempt(id, () => this.#clear(id));
  }

  /** The state of the segments, for administrators. */
  async describe(): Promise<string[]> {
    const [index] = await this.host.sql.query<IndexSize>(SIZE);
    if (index === undefined) throw new Error('counting returns one row');
    let due = 0;
    for (const id of await this.#organizations(DUE, [this.#options.flushAt])) if (await this.#isDue(id)) due += 1;
    return [
      `Segments: ${index.segments}, in organizations: ${index.organizations}; changed documents there that are in none yet: ${index.waiting}.`,
      `Documents of organizations that are too small for a segment: ${index.small}.`,
      due === 0
        ? 'No segments are to be made or merged.'
        : `Organizations in which segments are to be made or merged, which makes searches slower: ${due}.`,
    ];
  }

  /** Ends the work after its present step; what was begun is removed or remains for another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
    await this.#tools.threads.close();
  }

  async #readIsBehind(): Promise<boolean> {
    const { flushAt, fanout } = this.#options;
    const [row] = await this.host.sql.query<{ waiting: number }>(WAITING, [flushAt]);
    return (row?.waiting ?? 0) > FLUSHES_BEHIND * flushAt * fanout;
  }

  async #isDue(organizationId: string): Promise<boolean> {
    return (await this.#isTailFull(organizationId)) || (await this.#nextMerge(organizationId)) !== undefined;
  }

  #start(pauseMs: number): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.#run(), pauseMs);
    this.#timer.unref();
  }

  /** One run at a time; a second one begins when the first has ended. */
  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running.then(() => this.#work());
    return this.#running;
  }

  async #work(): Promise<void> {
    const organizationIds = [...this.#waiting];
    this.#waiting.clear();
    for (const organizationId of organizationIds) {
      if (this.#isClosed) return;
      await this.#attempt(organizationId, () => this.#bringIntoOrder(organizationId));
    }
  }

  /** After a failure, the organization has its turn again later. */
  async #attempt(organizationId: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof StoppedError) return;
      if (!(error instanceof LostBuildError)) {
        this.host.logger.error(`The index of organization ${organizationId} could not be brought into order.`, error);
      }
      this.#waiting.add(organizationId);
      this.#start(PAUSE_AFTER_FAILURE_MS);
    }
  }

  /** Merges between flushes: during a rebuild there is always something to flush. */
  async #bringIntoOrder(organizationId: string): Promise<void> {
    for (;;) {
      this.#check();
      const isFlushed = await this.#flush(organizationId);
      const isMerged = await this.#merge(organizationId);
      if (!isFlushed && !isMerged) return;
    }
  }

  /** True when documents were moved from the tail. */
  async #flush(organizationId: string): Promise<boolean> {
    if (!(await this.#isTailFull(organizationId))) return false;
    const { flushAt, fanout, largest } = this.#options;
    const most = Math.min(flushAt * fanout, largest);
    return this.#build(organizationId, (build) => flushTail(build, this.#tools, most));
  }

  async #isTailFull(organizationId: string): Promise<boolean> {
    const [tail] = await this.host.sql.query<{ documents: number; bytes: number }>(
      `select count(*)::int as documents, coalesce(sum(bytes), 0)::float8 as bytes
       from search_segments_tail where organization_id = $1`,
      [organizationId],
    );
    return tail !== undefined && (tail.documents >= this.#options.flushAt || tail.bytes >= TAIL_BYTES);
  }

  /** True when segments were merged. */
  async #merge(organizationId: string): Promise<boolean> {
    if ((await this.#nextMerge(organizationId)) === undefined) return false;
    return this.#build(organizationId, async (build) => {
      const merge = await this.#nextMerge(organizationId);
      if (merge === undefined) await build.abandon();
      else await mergeNeighbours(build, this.#tools, merge);
    });
  }

  /** Writes segments again of which little is needed any more. */
  async #shrink(organizationId: string): Promise<void> {
    const { sql } = this.host;
    for (;;) {
      const newestFirst = await readSegments(organizationId, sql);
      const newest = Math.max(...newestFirst.map(({ id }) => id));
      if (this.#examined.get(organizationId) === newest) return;
      if ((await this.#nextOutdated(organizationId)) === undefined) {
        this.#examined.set(organizationId, newest);
        return;
      }
      const isDone = await this.#build(organizationId, async (build) => {
        const merge = await this.#nextOutdated(organizationId);
        if (merge === undefined) await build.abandon();
        else await mergeNeighbours(build, this.#tools, merge);
      });
      if (!isDone) return;
    }
  }

  async #nextOutdated(organizationId: string): Promise<Merge | undefined> {
    const found = await findOutdated(await readSegments(organizationId, this.host.sql), this.#tools);
    return found && { segments: [found.segment], dropsRemoved: found.isOldest, outdated: [found.outdated] };
  }

  #organizations(statement: string, values: readonly unknown[]): Promise<string[]> {
    return this.host.sql.transaction(async (tx) => {
      await tx.query(LIMITS);
      const rows = await tx.query<{ organization_id: string }>(statement, values);
      return rows.map((row) => row.organization_id);
    });
  }

  async #nextMerge(organizationId: string): Promise<Merge | undefined> {
    const oldestFirst = (await readSegments(organizationId, this.host.sql)).reverse();
    const segments = chooseMerge(oldestFirst, this.#options);
    return segments && { segments, dropsRemoved: segments[0] === oldestFirst[0] };
  }

  async #clear(organizationId: string): Promise<void> {
    for (let isLeft = true; isLeft;) {
      this.#check();
      isLeft = await this.host.sql.transaction(async (tx) => {
        await tx.query(LIMITS);
        return clearSomeOfOrganization(organizationId, tx);
      });
    }
  }

  /** False while another process works on the organization; then this one looks again later. */
  async #build(organizationId: string, work: (build: SegmentBuild) => Promise<void>): Promise<boolean> {
    const build = await SegmentBuild.take(this.host.sql, organizationId);
    if (build === undefined) {
      this.#waiting.add(organizationId);
      this.#start(PAUSE_AFTER_FAILURE_MS);
      return false;
    }
    try {
      await work(build);
      return true;
    } catch (error) {
      await build.abandon().catch(() => undefined); // the next process clears it away after a minute
      throw error;
    }
  }

  #check(): void {
    if (this.#isClosed) throw new StoppedError();
  }
}
