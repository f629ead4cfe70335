import { Logger } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { HealthConfig } from '#config/health';
import type { Check, CheckResult, Diagnostics } from '#ground/features';
import { TestClock } from '../../../../test/support/test-clock.js';
import { Readiness } from './readiness.js';

const ok: CheckResult = { status: 'ok', message: 'fine' };
const wrong: CheckResult = { status: 'problem', message: 'broken', remedy: 'mend it.' };

class Disk implements Check {
  looks = 0;
  answer: () => Promise<CheckResult> = () => Promise.resolve(ok);

  constructor(readonly name = 'storage') {}

  probe(): Promise<CheckResult> {
    this.looks += 1;
    return this.answer();
  }
}

Logger.overrideLogger(false);

describe('Readiness', () => {
  function aProcess(checks: Check[], settings: Partial<HealthConfig> = {}) {
    const clock = new TestClock();
    const config = Object.assign(new HealthConfig(), settings);
    return { clock, readiness: new Readiness({ checks: () => checks } as unknown as Diagnostics, config, clock) };
  }

  it('a process is ready while no probe reports a problem, and leaves out checks that have no probe', async () => {
    const disk = new Disk();
    const { readiness, clock } = aProcess([disk, { name: 'thorough', run: () => Promise.resolve(wrong) }]);
    const warning = { ...ok, status: 'warning' } as const;
    expect(await readiness.read()).toEqual({ isReady: true, checks: [{ name: 'storage', ...ok, isRequired: true }] });
    disk.answer = () => Promise.resolve(warning);
    clock.advance(20_000);
    expect((await readiness.read()).isReady).toBe(true);
    disk.answer = () => Promise.reject(new Error('it threw.\nRemedy: catch it.'));
    clock.advance(20_000);
    expect(await readiness.read()).toMatchObject({
      isReady: false,
      checks: [{ status: 'problem', message: 'it threw.', remedy: 'catch it.' }],
    });
    disk.answer = () => Promise.resolve(ok);
    clock.advance(20_000);
    expect((await readiness.read()).isReady).toBe(true);
  });

  it('shows a problem of a check that a setting names, and is ready nevertheless', async () => {
    const [disk, queues] = [new Disk(), new Disk('queues')];
    queues.answer = () => Promise.resolve(wrong);
    const { readiness } = aProcess([disk, queues], { readyWithout: ['queues', 'workers'] });
    expect(await readiness.read()).toMatchObject({
      isReady: true,
      checks: [{ isRequired: true }, { name: 'queues', status: 'problem', isRequired: false }],
    });
  });

  it('looks once in five seconds, however many ask', async () => {
    const disk = new Disk();
    const { readiness, clock } = aProcess([disk]);
    await Promise.all(Array.from({ length: 50 }, () => readiness.read()));
    clock.advance(4_000);
    await readiness.read();
    expect(disk.looks).toBe(1);
    clock.advance(2_000);
    await readiness.read();
    expect(disk.looks).toBe(2);
  });

  it('responds within a second while a check hangs, keeps its result for half a minute, and never looks twice', async () => {
    const disk = new Disk();
    const { readiness, clock } = aProcess([disk, new Disk('search')]);
    expect((await readiness.read()).isReady).toBe(true);
    const hanging = Promise.withResolvers<CheckResult>();
    disk.answer = () => hanging.promise;
    const reading = async () => {
      const state = readiness.read();
      clock.advance(1_000); // what it waits at most
      return state;
    };
    clock.advance(20_000);
    expect((await reading()).isReady).toBe(true);
    clock.advance(10_000);
    expect(await reading()).toMatchObject({
      isReady: false,
      checks: [{ name: 'storage', status: 'problem', message: 'it has not responded for 12 s' }, { status: 'ok' }],
    });
    expect(disk.looks).toBe(2);
    hanging.resolve(ok);
    await hanging.promise;
    disk.answer = () => Promise.resolve(ok);
    clock.advance(20_000);
    expect((await readiness.read()).isReady).toBe(true);
  });

  it('a process is not ready before a check has responded for the first time', async () => {
    const disk = new Disk();
    disk.answer = () => new Promise(() => undefined);
    const { readiness, clock } = aProcess([disk]);
    const state = readiness.read();
    clock.advance(10_000);
    expect((await state).isReady).toBe(false);
  });

  it('waits up to five seconds for a check after half a minute without a request', async () => {
    const disk = new Disk();
    const { readiness, clock } = aProcess([disk]);
    await readiness.read();
    const slow = Promise.withResolvers<CheckResult>();
    disk.answer = () => slow.promise;
    clock.advance(60_000);
    const state = readiness.read();
    clock.advance(4_000);
    slow.resolve(wrong);
    expect(await state).toMatchObject({ isReady: false, checks: [{ message: 'broken' }] });
  });
});
