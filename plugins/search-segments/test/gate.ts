import type { Sql } from '@archivolt/plugin-kit';

/** Holds up the first statement that contains a text. */
export class Gate {
  readonly #reached = Promise.withResolvers<undefined>();
  readonly #opened = Promise.withResolvers<undefined>();
  readonly reached = this.#reached.promise;

  constructor(private readonly part: string) {}

  open(): void {
    this.#opened.resolve(undefined);
  }

  over(sql: Sql): Sql {
    return {
      query: async <Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]> => {
        if (statement.includes(this.part)) {
          this.#reached.resolve(undefined);
          await this.#opened.promise;
        }
        return sql.query<Row>(statement, values);
      },
      transaction: (work) => sql.transaction((inner) => work(this.over(inner))),
    };
  }
}
