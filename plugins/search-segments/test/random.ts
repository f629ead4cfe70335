/** Numbers that look random and are the same in every run. */
export class Random {
  constructor(private state: number) {}

  /** An integer from 0 to `end` - 1. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.below(values.length)] ?? values[0];
  }

  shuffled<T>(values: readonly T[]): T[] {
    const left = [...values];
    return values.map(() => left.splice(this.below(left.length), 1)[0] as T);
  }
}
