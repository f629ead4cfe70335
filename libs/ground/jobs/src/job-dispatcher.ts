import { FairTurns, type Clock, type Timer } from '#ground/kernel';

/** Until the queue is asked again after it could not answer. */
const AFTER_ERROR_MS = 2_000;
/** How often new groups are looked for while known ones wait. */
const LOOK_AGAIN_MS = 100;
/** After a look that found nothing to start: under load every upload announces a job, and the lane may be full. */
const PAUSE_AFTER_VAIN_LOOK_MS = 50;
/** Places in addition to those of one group, so that a few groups with long jobs leave some to other groups. */
const PLACES_FOR_OTHERS = 3;

/** A group that has a job to run now, and the lane of its jobs and the owner of the lane, if they have one. */
export interface WaitingGroup {
  group: number;
  lane: string | undefined;
  owner: string | undefined;
}

export interface JobSource<Fetched> {
  /** Groups that have a job to run now. */
  groups(): Promise<WaitingGroup[]>;
  /** Returns how many jobs of a lane may run at a time. */
  placesOf(lane: string): number;
  /** Claims the oldest job of the group, or several that are done together; `isLast` when the group has no more. */
  fetch(group: WaitingGroup): Promise<{ jobs: Fetched[]; isLast: boolean }>;
  /** Runs the jobs in one place; never rejects. */
  work(jobs: Fetched[]): Promise<void>;
  onError(error: Error): void;
}

/** Fetches jobs of one kind from the queue, in turns between the groups with waiting jobs, or the owners of their lanes. */
export class JobDispatcher<Fetched> {
  readonly #turns: FairTurns<number | string>;
  /** The groups that have jobs to run, the one that was served longest ago first. */
  #waiting = new Map<number, WaitingGroup>();
  readonly #underWay = new Map<string, number>();
  #isOutdated = true;
  #lookedAt = -Infinity;
  #looksFrom = -Infinity;
  #nextLook: Timer | undefined;
  #call = Promise.withResolvers<void>();
  #isStopping = false;

  constructor(
    private readonly clock: Clock,
    concurrency: number,
    private readonly source: JobSource<Fetched>,
  ) {
    const places = concurrency + Math.max(concurrency, PLACES_FOR_OTHERS);
    this.#turns = new FairTurns(places, { keepsRoom: true, mostPerGroup: concurrency });
  }

  start(): void {
    void this.#run();
  }

  /** Call it when there may be new jobs. */
  notify(): void {
    this.#isOutdated = true;
    this.#wake();
  }

  /** Fetches no more jobs; running ones continue. */
  stop(): void {
    this.#isStopping = true;
    this.#nextLook?.cancel();
    this.#wake();
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const call = this.#call.promise;
      let retry: Timer | undefined;
      const hasStarted = await this.#startNext().catch((error: unknown) => {
        this.source.onError(error as Error);
        retry = this.clock.after(AFTER_ERROR_MS, () => this.notify());
        return false;
      });
      if (!hasStarted) await call;
      retry?.cancel();
    }
  }

  /** Returns true when more jobs may be started at once. */
  async #startNext(): Promise<boolean> {
    if (this.#turns.free === 0) return false;
    const next = await this.#nextGroup();
    if (next === undefined) return false;
    const { group } = next;
    const giveBack = this.#take(next);
    let fetched: { jobs: Fetched[]; isLast: boolean } = { jobs: [], isLast: true };
    try {
      if (!this.#isStopping) fetched = await this.source.fetch(next);
    } finally {
      this.#waiting.delete(group);
      if (fetched.jobs.length === 0) giveBack();
      if (!fetched.isLast) this.#waiting.set(group, next);
    }
    if (fetched.jobs.length > 0)
      void this.source.work(fetched.jobs).finally(() => {
        giveBack();
        this.#wake();
      });
    return true;
  }

  /** Takes a place for the group, and one in its lane. */
  #take({ group, lane, owner }: WaitingGroup): () => void {
    const giveBack = this.#turns.take(owner ?? group);
    if (lane === undefined) return giveBack;
    this.#underWay.set(lane, (this.#underWay.get(lane) ?? 0) + 1);
    return () => {
      const left = (this.#underWay.get(lane) ?? 0) - 1;
      // There may be a lane for each organization.
      if (left > 0) this.#underWay.set(lane, left);
      else this.#underWay.delete(lane);
      giveBack();
    };
  }

  #next(): WaitingGroup | undefined {
    const hasPlace = ({ lane }: WaitingGroup) =>
      lane === undefined || (this.#underWay.get(lane) ?? 0) < this.source.placesOf(lane);
    const first = new Map<number | string, WaitingGroup>();
    for (const waiting of this.#waiting.values()) {
      const turn = waiting.owner ?? waiting.group;
      if (!first.has(turn) && hasPlace(waiting)) first.set(turn, waiting);
    }
    const turn = this.#turns.next(first.keys());
    return turn === undefined ? undefined : first.get(turn);
  }

  async #nextGroup(): Promise<WaitingGroup | undefined> {
    const known = this.#next();
    const isKnownEnough = known !== undefined && this.clock.monotonic() - this.#lookedAt < LOOK_AGAIN_MS;
    if (!this.#isOutdated || isKnownEnough || this.#isPaused()) return known;
    this.#isOutdated = false;
    this.#lookedAt = this.clock.monotonic();
    const found = new Map((await this.source.groups()).map((each) => [each.group, each]));
    const served = [...this.#waiting.keys()].filter((group) => found.has(group));
    // New ones come first: they were served before all others, or never.
    const added = [...found.keys()].filter((group) => !this.#waiting.has(group));
    this.#waiting = new Map([...added, ...served].map((group) => [group, found.get(group) as WaitingGroup]));
    const next = this.#next();
    if (next === undefined) this.#looksFrom = this.clock.monotonic() + PAUSE_AFTER_VAIN_LOOK_MS;
    return next;
  }

  /** True when it is too early to look again; then a timer does it. */
  #isPaused(): boolean {
    const pause = this.#looksFrom - this.clock.monotonic();
    if (pause <= 0) return false;
    this.#nextLook ??= this.clock.after(pause, () => {
      this.#nextLook = undefined;
      this.#wake();
    });
    return true;
  }

  #wake(): void {
    this.#call.resolve();
    this.#call = Promise.withResolvers();
  }
}
