import { ValidateBy } from 'class-validator';

/** A number of hits within a window of time. */
export interface Rate {
  /** 0: every hit is refused. */
  hits: number;
  /** The window begins with the first hit. */
  seconds: number;
}

const SECONDS_OF = { s: 1, m: 60, h: 3_600 };
const RATE = /^(\d{1,7})\/(\d{0,5})([smh])$/;

/** Reads `30/1h`: hits, a slash, a number of seconds (`s`), minutes (`m`) or hours (`h`); without a number, one. */
export function readRate(text: string): Rate | undefined {
  const [, hits = '', count = '', unit = ''] = RATE.exec(text.trim().toLowerCase()) ?? [];
  if (unit === '' || Number(count || 1) === 0) return undefined;
  return { hits: Number(hits), seconds: Number(count || 1) * SECONDS_OF[unit as keyof typeof SECONDS_OF] };
}

/** Returns the limit of a setting that {@link IsRate} has checked. */
export function rateOf(setting: string): Rate {
  const rate = readRate(setting);
  if (!rate) throw new Error(`${setting} is not a rate such as 30/1h`);
  return rate;
}

/** Accepts texts that {@link readRate} reads. */
export function IsRate(): PropertyDecorator {
  return ValidateBy({
    name: 'isRate',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && readRate(value) !== undefined,
      defaultMessage: () =>
        'must be a number of hits, a slash and a time in seconds, minutes or hours, such as 30/1h, 100/10s or 5/m',
    },
  });
}
