/** The values of a statement under construction. Nothing from a query gets into a statement in any other way. */
export class BoundValues {
  readonly list: unknown[];

  constructor(values: readonly unknown[] = []) {
    this.list = [...values];
  }

  /** The placeholder that stands for the value. */
  bind(value: unknown): string {
    this.list.push(value);
    return `$${String(this.list.length)}`;
  }
}
