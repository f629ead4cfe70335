import { setTimeout as delay } from 'node:timers/promises';
import type { HostServices } from '@archivolt/plugin-kit';
import type { IndexCaches } from '../reading/index-caches.js';
import { inSearchTransaction } from '../reading/search-transaction.js';
import type { AskedOfOrganization } from './asked-conditions.js';
import { GivingWayPacer } from './giving-way-pacer.js';
import type { KeptConditions } from './kept-conditions.js';
import { GaveWayError, type RunningSearches } from './running-searches.js';
import { WarmUpReports } from './warm-up-report.js';
import { largestOrganizations, stepsOf, type WarmUpBudget, type WarmUpStep } from './warm-up-steps.js';

export interface WarmUpOptions {
  /** Organizations that are prepared for. */
  mostOrganizations: number;
  /** Bytes that are read only to have them in the memory of PostgreSQL and of the operating system. */
  mostBytes: number;
  /** The share of the time in which something is read. */
  share: number;
  /** Milliseconds without a search before the next step. */
  quietMs: number;
  /** Milliseconds until it is tried again whether the database responds; twice as many after each attempt. */
  retryMs: number;
  /** Milliseconds after which it ends, finished or not: a server that is searched all the time has read everything. */
  longestMs: number;
}

export const USUAL_WARM_UP: WarmUpOptions = {
  mostOrganizations: 50,
  mostBytes: 512_000_000,
  share: 0.25,
  quietMs: 100,
  retryMs: 1_000,
  longestMs: 900_000,
};

/** What is remembered for searches is not more than this share of the memory for it. */
const MOST_FILLED = 0.75;
const SHORTEST_REST_MS = 5;
const LONGEST_RETRY_MS = 30_000;
const STEP_LIMIT_MS = 60_000;
/** Steps that gave way to searches so often are left to the searches. */
const MOST_ATTEMPTS = 10;
const REPORT_MS = 5_000;

interface Turn {
  organizationId: string;
  steps: Generator<WarmUpStep, void>;
}

/**
 * Reads what the first searches after a start need, in small steps, one of each organization in turn. A step that a search
 * meets is cancelled and begins again later.
 */
export class WarmUp {
  readonly #reports: WarmUpReports;
  readonly #report = { beganAt: 0, endedAt: null as number | null, organizations: 0, steps: 0, skippedSteps: 0 };
  #reportedAt = -Infinity;

  constructor(
    private readonly host: Pick<HostServices, 'controlSql' | 'logger' | 'now' | 'sql' | 'state'>,
    private readonly process: { searches: RunningSearches; caches: IndexCaches; asked: KeptConditions },
    private readonly options: WarmUpOptions,
  ) {
    this.#reports = new WarmUpReports(host);
  }

  /** Ends early when `stop` aborts. Never fails: searches can do without. */
  async run(stop: AbortSignal): Promise<void> {
    const { host, options } = this;
    this.#report.beganAt = host.now();
    const end = AbortSignal.any([stop, AbortSignal.timeout(options.longestMs)]);
    try {
      await this.#untilItResponds(end, () => this.#reports.prune());
      const organizations = await this.#untilItResponds(end, () => this.#organizations());
      this.#report.organizations = organizations.length;
      await this.#inTurns(organizations, end);
    } catch (error) {
      if (!end.aborted) host.logger.warn(`What first searches need could not be read: ${messageOf(error)}`);
    }
    if (stop.aborted) return;
    this.#report.endedAt = host.now();
    await this.#reports.write(this.#report).catch(() => undefined);
  }

  /** After the last step. */
  async close(): Promise<void> {
    if (this.#report.beganAt > 0) await this.#reports.remove().catch(() => undefined);
  }

  /** The ones that were searched last, then the largest. */
  async #organizations(): Promise<AskedOfOrganization[]> {
    const { mostOrganizations } = this.options;
    const asked = await this.process.asked.load();
    const known = new Set(asked.map(({ organizationId }) => organizationId));
    const largest = await largestOrganizations(mostOrganizations, this.host.sql);
    const others = largest.filter((id) => !known.has(id)).map((organizationId) => ({ organizationId, conditions: [] }));
    return [...asked, ...others].slice(0, mostOrganizations);
  }

  async #inTurns(organizations: readonly AskedOfOrganization[], end: AbortSignal): Promise<void> {
    const budget: WarmUpBudget = { bytesLeft: this.options.mostBytes };
    let turns: Turn[] = organizations.map((asked) => ({
      organizationId: asked.organizationId,
      steps: stepsOf(asked, budget),
    }));
    while (turns.length > 0) {
      const left: Turn[] = [];
      for (const turn of turns) {
        if (this.#isFull()) return;
        const next = turn.steps.next();
        if (next.done === true) continue;
        if (await this.#take(turn.organizationId, next.value, end)) left.push(turn);
        await this.#tell();
      }
      turns = left;
    }
  }

  /** False when the organization has failed. */
  async #take(organizationId: string, step: WarmUpStep, end: AbortSignal): Promise<boolean> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS;) {
      await this.#quiet(end);
      const began = performance.now();
      try {
        await this.process.searches.between((signal) => this.#read(organizationId, step, signal), end);
        this.#report.steps += 1;
        await this.#rest((performance.now() - began) * (1 / this.options.share - 1), end);
        return true;
      } catch (error) {
        end.throwIfAborted();
        if (isGivingWay(error)) attempt += 1;
        else if (await this.#responds()) {
          this.#report.skippedSteps += 1;
          this.host.logger.warn(
            `What first searches of organization ${organizationId} need could not be read: ${messageOf(error)}`,
          );
          return false;
        } else await this.#untilItResponds(end, () => this.host.sql.query('select 1'));
      }
    }
    this.#report.skippedSteps += 1;
    return true;
  }

  #read(organizationId: string, step: WarmUpStep, signal: AbortSignal): Promise<void> {
    return inSearchTransaction(this.host, { signal, timeLimitMs: STEP_LIMIT_MS }, (session) =>
      step({ organizationId, session, caches: this.process.caches, pacer: new GivingWayPacer(signal) }),
    );
  }

  #isFull(): boolean {
    const { directories, documents, leaves, parts, tail } = this.process.caches;
    return [directories, documents, leaves, parts, tail].some(({ filled }) => filled > MOST_FILLED);
  }

  async #quiet(end: AbortSignal): Promise<void> {
    end.throwIfAborted();
    while (!this.process.searches.areQuiet) await this.#rest(this.options.quietMs, end);
  }

  #rest(ms: number, end: AbortSignal): Promise<void> {
    return delay(Math.max(SHORTEST_REST_MS, ms), undefined, { ref: false, signal: end });
  }

  async #responds(): Promise<boolean> {
    return this.host.sql.query('select 1').then(
      () => true,
      () => false,
    );
  }

  /** Throws what fails twice while the database responds: it would fail every time, as no lost connection does. */
  async #untilItResponds<Result>(end: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    let failures = 0;
    for (let pause = this.options.retryMs; ; pause = Math.min(2 * pause, LONGEST_RETRY_MS)) {
      try {
        return await work();
      } catch (error) {
        end.throwIfAborted();
        if (await this.#responds()) failures += 1;
        if (failures > 1) throw error;
        await this.#rest(pause, end);
      }
    }
  }

  async #tell(): Promise<void> {
    if (performance.now() - this.#reportedAt < REPORT_MS) return;
    this.#reportedAt = performance.now();
    await this.#reports.write(this.#report).catch(() => undefined);
  }
}

function isGivingWay(error: unknown): boolean {
  return error instanceof GaveWayError || (error instanceof Error && error.cause instanceof GaveWayError);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
