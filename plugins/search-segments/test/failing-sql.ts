import type { Sql } from '@archivolt/plugin-kit';

/** A process that ends at a certain statement: neither this one nor any later one gets to the database. */
export class FailingSql {
  statements = 0;

  constructor(
    private readonly sql: Sql,
    /** The number of the statement at which it ends; the first one is 1. */
    private readonly endsAt: number,
    /** Whether that statement itself still takes effect, when no transaction is taken back with it. */
    private readonly isLastOneRun = false,
  ) {}

  get hasEnded(): boolean {
    return this.statements >= this.endsAt;
  }

  /** What the plugin gets. A transaction in which the process ends is rolled back. */
  over(sql: Sql = this.sql): Sql {
    return {
      query: async <Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
        this.statements += 1;
        if (this.statements > this.endsAt || (this.statements === this.endsAt && !this.isLastOneRun)) throw ended();
        const rows = await sql.query<Row>(text, values);
        if (this.hasEnded) throw ended();
        return rows;
      },
      transaction: (work) => {
        if (this.hasEnded) return Promise.reject(ended());
        return sql.transaction((inner) => work(this.over(inner)));
      },
    };
  }
}

function ended(): Error {
  return new Error('the process has ended');
}
