import { Injectable, Logger } from '@nestjs/common';
import { HealthConfig } from '#config/health';
import { Diagnostics, type Check, type CheckReport } from '#ground/features';
import { Clock } from '#ground/kernel';
import { Probe } from './probe.js';

export interface ProbeReport extends CheckReport {
  /** Whether a problem of it makes this process not ready. */
  isRequired: boolean;
}

export interface State {
  isReady: boolean;
  checks: ProbeReport[];
}

/**
 * Whether this process can do its work, by the probes of all rooms. Reading it is cheap: the results are kept,
 * and nothing is looked at unless someone asks. While someone asks every half a minute it takes a second at most; after
 * that, what a check says is waited for until it has had five seconds.
 */
@Injectable()
export class Readiness {
  readonly #logger = new Logger('Health');
  #probes: Probe[] | undefined;
  /** The checks that the log has named. */
  #named = '';

  constructor(
    private readonly diagnostics: Diagnostics,
    private readonly config: HealthConfig,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<State> {
    const probes = (this.#probes ??= this.diagnostics
      .checks()
      .filter(hasProbe)
      .map((check) => new Probe(check, this.clock)));
    const looks = probes.map((probe) => probe.refresh());
    await this.#within(Promise.all(looks), Math.max(...probes.map(({ patience }) => patience)));
    const checks = probes.map(({ name, report }) => ({
      ...report,
      isRequired: !this.config.readyWithout.includes(name),
    }));
    const missing = checks.filter(({ status, isRequired }) => isRequired && status === 'problem');
    this.#log(missing);
    return { isReady: missing.length === 0, checks };
  }

  async #within(looks: Promise<unknown>, milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    const done = new AbortController();
    const late = this.clock.sleep(milliseconds, { signal: done.signal, ref: false }).catch(() => undefined);
    await Promise.race([looks, late]);
    done.abort();
  }

  #log(missing: readonly CheckReport[]): void {
    const names = missing.map(({ name }) => name).join(', ');
    if (names === this.#named) return;
    this.#named = names;
    if (names === '') this.#logger.log('Ready again.');
    else this.#logger.warn(`Not ready: ${missing.map(({ name, message }) => `${name}: ${message}`).join('; ')}`);
  }
}

/** What everyone may know. */
export function summaryOf({ isReady, checks }: State): { status: string; findings: string[] } {
  const findings = checks.filter(({ status }) => status === 'problem' || status === 'warning').map(({ name }) => name);
  return { status: isReady ? 'ready' : 'not ready', findings };
}

function hasProbe(check: Check): check is Check & Required<Pick<Check, 'probe'>> {
  return check.probe !== undefined;
}
