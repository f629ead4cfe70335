import { FairTurns } from '#libs/kernel';

/** How often the queue is polled without a notification: for retries that have become due. */
const POLL_MS = 2_000;
/** How often new groups are looked for while known ones wait. */
const LOOK_AGAIN_MS = 100;
/** Places in addition to those of one group, so that a few groups with long jobs leave some to other groups. */
const PLACES_FOR_OTHERS = 3;

/** A group that has a job to run now, and the lane of its jobs, if they have one. */
export interface WaitingGroup {
  group: number;
  lane: string | undefined;
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

/** Fetches jobs of one kind from the queue, in turns between the groups with waiting jobs. */
export class JobDispatcher<Fetched> {
  readonly #turns: FairTurns<number>;
  /** The lanes of the groups that have jobs to run. */
  #waiting = new Map<number, string | undefined>();
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
    const group = await this.#nextGroup();
    if (group === undefined) return false;
    const giveBack = this.#take(group);
    let job: Fetched | undefined;
    try {
      job = this.#isStopping ? undefined : await this.source.fetch(group);
    } finally {
      if (job === undefined) {
        this.#waiting.delete(group);
        giveBack();
      }
    }
    if (job !== undefined)
      void this.source.work(job).finally(() => {
        giveBack();
        this.#wake();
      });
    return true;
  }

  /** Takes a place for the group, and one in its lane. */
  #take(group: number): () => void {
    const lane = this.#waiting.get(group);
    const giveBack = this.#turns.take(group);
    if (lane === undefined) return giveBack;
    this.#underWay.set(lane, (this.#underWay.get(lane) ?? 0) + 1);
    return () => {
      this.#underWay.set(lane, (this.#underWay.get(lane) ?? 0) - 1);
      giveBack();
    };
  }

  #next(): number | undefined {
    const hasPlace = (lane: string | undefined) =>
      lane === undefined || (this.#underWay.get(lane) ?? 0) < this.source.placesOf(lane);
    return this.#turns.next([...this.#waiting].flatMap(([group, lane]) => (hasPlace(lane) ? [group] : [])));
  }

  async #nextGroup(): Promise<number | undefined> {
    const known = this.#next();
    const isKnownEnough = known !== undefined && performance.now() - this.#lookedAt < LOOK_AGAIN_MS;
    if (!this.#isOutdated || isKnownEnough) return known;
    this.#isOutdated = false;
    this.#lookedAt = performance.now();
    this.#waiting = new Map((await this.source.groups()).map(({ group, lane }) => [group, lane]));
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
