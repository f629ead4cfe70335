import { FairTurns } from '#libs/kernel';

/** How often the queue is polled without a notification: for retries that have become due. */
const POLL_MS = 2_000;
/** How often new groups are looked for while known ones wait. */
const LOOK_AGAIN_MS = 100;
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
  /** How many jobs of a lane may run at a time. */
  placesOf(lane: string): number;
  /** Claims the oldest job of the group. */
  fetch(group: number): Promise<Fetched | undefined>;
  /** Runs the job; never rejects. */
  work(job: Fetched): Promise<void>;
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
  #call = Promise.withResolvers<void>();
  #isStopping = false;

  constructor(
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
    this.#wake();
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const call = this.#call.promise;
      const hasStarted = await this.#startNext().catch((error: unknown) => {
        this.source.onError(error as Error);
        return false;
      });
      if (!hasStarted) await this.#untilCalled(call);
    }
  }

  /** Returns true when more jobs may be started at once. */
  async #startNext(): Promise<boolean> {
    if (this.#turns.free === 0) return false;
    const next = await this.#nextGroup();
    if (next === undefined) return false;
    const { group } = next;
    const giveBack = this.#take(next);
    let job: Fetched | undefined;
    try {
      job = this.#isStopping ? undefined : await this.source.fetch(group);
    } finally {
      this.#waiting.delete(group);
      if (job === undefined) giveBack();
      else this.#waiting.set(group, next);
    }
    if (job !== undefined)
      void this.source.work(job).finally(() => {
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
      this.#underWay.set(lane, (this.#underWay.get(lane) ?? 0) - 1);
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
    const isKnownEnough = known !== undefined && performance.now() - this.#lookedAt < LOOK_AGAIN_MS;
    if (!this.#isOutdated || isKnownEnough) return known;
    this.#isOutdated = false;
    this.#lookedAt = performance.now();
    const found = new Map((await this.source.groups()).map((each) => [each.group, each]));
    const served = [...this.#waiting.keys()].filter((group) => found.has(group));
    // New ones come first: they were served before all others, or never.
    const added = [...found.keys()].filter((group) => !this.#waiting.has(group));
    this.#waiting = new Map([...added, ...served].map((group) => [group, found.get(group) as WaitingGroup]));
    return this.#next();
  }

  async #untilCalled(call: Promise<void>): Promise<void> {
    const timer = setTimeout(() => this.notify(), POLL_MS);
    await call;
    clearTimeout(timer);
  }

  #wake(): void {
    this.#call.resolve();
    this.#call = Promise.withResolvers();
  }
}
