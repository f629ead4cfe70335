import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Sql } from '@archivolt/plugin-kit';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock, type Timer } from '#ground/kernel';
import { ControlConnection } from './control-connection.js';
import { UnitOfWork, type Transaction } from './unit-of-work.js';

/** A lease that was not renewed for so long, in the time of the database, may be taken by another process. */
const LEASE_SECONDS = 12;
const RENEW_EVERY_MS = 3_000;
/**
 * Its holder gives up earlier. It counts from before the renewal was sent, so only a clock that runs a fifth slower than
 * that of the database would make it give up too late.
 */
const GIVE_UP_AFTER_MS = 10_000;
const TRY_EVERY_MS = 1_000;
const LAST_PAUSE_MS = 10_000;

const CREATE = 'insert into lease (name, number) values ($1, 0) on conflict do nothing';

/** A row that a guarded transaction keeps is skipped: its holder may still write, so the lease is not free. */
const TAKE = `with free as (
    select name from lease where name = $1 and (expires_at is null or expires_at <= clock_timestamp())
    for update skip locked)
  update lease set holder = $2, number = number + 1, expires_at = clock_timestamp() + make_interval(secs => $3)
  from free where lease.name = free.name returning number`;

/** Also after the time is over, as long as no other process has taken the lease. */
const RENEW = `update lease set expires_at = clock_timestamp() + make_interval(secs => $4)
  from unnest($1::text[], $2::bigint[]) as mine(name, number)
  where lease.name = mine.name and lease.number = mine.number and lease.holder = $3
  returning lease.name, lease.number`;

const RELEASE = 'update lease set holder = null, expires_at = null where name = $1 and number = $2 and holder = $3';

/** The next holder cannot take the row, which it locks for update, before the transaction has ended. */
const GUARD = 'select from lease where name = $1 and number = $2 and holder = $3 for key share';

/** Work that only one process of the installation may do at a time, as long as this process does it. */
export interface Lease {
  readonly name: string;
  /** Grows with each holder. */
  readonly number: string;
  /** Aborted when the lease is lost: another process may get it soon, or has it. */
  readonly lost: AbortSignal;
  /** Each statement in a transaction of its own, with {@link guard}. */
  readonly sql: Sql;
  /**
   * Makes the transaction fail when another process has got the lease, however late this one notices. Until the
   * transaction ends, no other process gets it.
   */
  guard(tx: Transaction): Promise<void>;
  release(): Promise<void>;
}

/** Why work that is done under a lease has ended. */
export class LeaseLost extends Error {
  constructor({ name, number }: Pick<Lease, 'name' | 'number'>) {
    super(`the lease of "${name}" (number ${number}) is lost: another process may do this work now`);
  }
}

/** Leases of this process: rows that it renews as long as it does the work. */
@Injectable()
export class Leases implements BeforeApplicationShutdown {
  readonly #logger = new Logger('Database');
  readonly #holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  readonly #held = new Set<HeldLease>();
  readonly #closed = new AbortController();
  #timer: Timer | undefined;
  #isRenewing = false;

  constructor(
    private readonly control: ControlConnection,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Waits until no other process has the lease. Rejects only when `until` is aborted, and after the end of the process. */
  async hold(name: string, until: AbortSignal): Promise<Lease> {
    const signal = AbortSignal.any([until, this.#closed.signal]);
    for (let pause = TRY_EVERY_MS; ;) {
      signal.throwIfAborted();
      try {
        const lease = await this.tryToHold(name);
        if (lease) return lease;
        pause = TRY_EVERY_MS;
      } catch (error) {
        signal.throwIfAborted();
        this.#logger.warn(`Could not ask for the lease of "${name}": ${(error as Error).message}`);
        pause = Math.min(pause * 2, LAST_PAUSE_MS);
      }
      await this.clock.sleep(pause, { signal }).catch(() => undefined); // aborted: the loop says why
    }
  }

  /** Returns undefined when another process has the lease, or other work of this one. */
  async tryToHold(name: string): Promise<Lease | undefined> {
    this.#closed.signal.throwIfAborted();
    const since = this.clock.monotonic();
    await this.control.query(CREATE, [name]);
    const [taken] = await this.control.query<{ number: string }>(TAKE, [name, this.#holder, LEASE_SECONDS]);
    if (!taken) return undefined;
    const lease = new HeldLease(name, taken.number, since, {
      owns: (tx, each) => this.#owns(tx, each),
      run: (work) => this.unitOfWork.run(work),
      release: (each) => this.#release(each),
    });
    this.#held.add(lease);
    this.#timer ??= this.clock.every(RENEW_EVERY_MS, () => void this.#renew(), { ref: false });
    return lease;
  }

  /**
   * Whether no process has the lease; none gets it before the transaction ends. A lease that was never held is free, and
   * may be taken in the meantime.
   */
  async isFree(tx: Transaction, name: string): Promise<boolean> {
    const [lease] = await tx.sql.query<{ isFree: boolean }>(
      `select expires_at is null or expires_at <= clock_timestamp() as "isFree" from lease where name = $1 for key share`,
      [name],
    );
    return lease?.isFree ?? true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#closed.abort(new Error('the process stops'));
    await Promise.all([...this.#held].map((lease) => lease.release()));
  }

  async #owns(tx: Transaction, { name, number }: Lease): Promise<boolean> {
    return (await tx.sql.query(GUARD, [name, number, this.#holder])).length > 0;
  }

  async #release(lease: HeldLease): Promise<void> {
    this.#forget(lease);
    // Otherwise it is free when its time is over.
    await this.control.query(RELEASE, [lease.name, lease.number, this.#holder]).catch(() => undefined);
  }

  #forget(lease: HeldLease): void {
    this.#held.delete(lease);
    if (this.#held.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #lose(lease: HeldLease): void {
    lease.lose();
    this.#forget(lease);
  }

  async #renew(): Promise<void> {
    const at = this.clock.monotonic();
    for (const lease of this.#held) if (at - lease.renewedAt >= GIVE_UP_AFTER_MS) this.#lose(lease);
    const held = [...this.#held];
    if (held.length === 0 || this.#isRenewing) return;
    this.#isRenewing = true;
    try {
      const rows = await this.control.query<{ name: string; number: string }>(RENEW, [
        held.map(({ name }) => name),
        held.map(({ number }) => number),
        this.#holder,
        LEASE_SECONDS,
      ]);
      const renewed = new Set(rows.map(({ name, number }) => `${number} ${name}`));
      for (const lease of held)
        if (renewed.has(`${lease.number} ${lease.name}`)) lease.renewedAt = at;
        else if (this.#held.has(lease)) this.#lose(lease);
    } catch (error) {
      this.#logger.warn(`Could not renew ${held.length} lease(s): ${(error as Error).message}`);
    } finally {
      this.#isRenewing = false;
    }
  }
}

interface Owner {
  owns(tx: Transaction, lease: Lease): Promise<boolean>;
  run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  release(lease: HeldLease): Promise<void>;
}

class HeldLease implements Lease {
  readonly #lost = new AbortController();
  readonly lost = this.#lost.signal;
  readonly sql: Sql;

  constructor(
    readonly name: string,
    readonly number: string,
    /** By the clock of this process, before the statement was sent. */
    public renewedAt: number,
    private readonly owner: Owner,
  ) {
    const guarded = <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> =>
      owner.run(async (tx) => {
        await this.guard(tx);
        return work(tx.sql);
      });
    this.sql = {
      query: <Row extends object>(text: string, values?: readonly unknown[]) =>
        guarded((sql) => sql.query<Row>(text, values)),
      transaction: guarded,
    };
  }

  async guard(tx: Transaction): Promise<void> {
    if (await this.owner.owns(tx, this)) return;
    this.lose();
    throw new LeaseLost(this);
  }

  release(): Promise<void> {
    return this.owner.release(this);
  }

  lose(): void {
    this.#lost.abort(new LeaseLost(this));
  }
}
