import { describe, expect, it, jest } from '@jest/globals';
import { CronTime } from 'cron';
import { Slots } from './slots.js';

const at = (text: string) => new Date(`2030-05-06T${text}`);
const EVERY_HOUR = '0 * * * *';

describe('the time slots of a schedule', () => {
  it('time slots are the planned times, even when the timer fires late or slightly early', () => {
    const slots = new Slots(EVERY_HOUR, at('09:30:00.000'));
    expect(slots.take(at('10:00:00.004'))).toEqual(at('10:00:00.000'));
    expect(slots.take(at('10:59:59.900'))).toEqual(at('11:00:00.000'));
    expect(slots.take(at('12:00:42.000'))).toEqual(at('12:00:00.000'));
  });

  it('time slots are the same in two processes that started at different times', () => {
    const early = new Slots(EVERY_HOUR, at('01:12:13.000'));
    for (const hour of ['02', '03', '04']) early.take(at(`${hour}:00:00.010`));
    const late = new Slots(EVERY_HOUR, at('04:59:59.999'));
    expect(early.take(at('05:00:00.300'))).toEqual(late.take(at('05:00:01.700')));
  });

  it('time slots continue at once after the clock was set back by hours', () => {
    const slots = new Slots(EVERY_HOUR, at('09:30:00.000'));
    expect(slots.take(at('10:00:00.004'))).toEqual(at('10:00:00.000'));
    expect(slots.take(at('03:20:00.000'))).toBeUndefined();
    expect(slots.take(at('04:00:00.001'))).toEqual(at('04:00:00.000'));
  });

  it('time slots skip the times during which the machine was asleep', () => {
    const slots = new Slots(EVERY_HOUR, at('01:30:00.000'));
    expect(slots.take(at('01:59:59.000'))).toBeUndefined();
    expect(slots.take(at('07:00:00.002'))).toEqual(at('07:00:00.000'));
    expect(slots.take(at('07:59:59.000'))).toBeUndefined();
  });

  it.each([
    ['*/30 * * * * *', '2032-05-06T01:30:30'],
    ['17 3 * * *', '2032-05-05T03:17:00'],
    ['17 3 6 1 *', '2032-01-06T03:17:00'],
    ['* * * * * *', '2032-05-06T01:30:40'],
  ])('the time slots of %s are found in few steps after years of sleep', (cron, expected) => {
    const slots = new Slots(cron, at('01:30:00.000'));
    const steps = jest.spyOn(CronTime.prototype, 'getNextDateFrom');
    expect(slots.take(new Date('2032-05-06T01:30:40'))).toEqual(new Date(expected));
    expect(steps.mock.calls.length).toBeLessThan(70);
    steps.mockRestore();
  });
});
