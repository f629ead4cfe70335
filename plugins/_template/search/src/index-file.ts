import { DatabaseSync } from 'node:sqlite';
import { IndexTables } from './index-tables.js';

/** How long one process waits while another one writes. */
const TIMEOUT_MS = 5_000;

/** A file of SQLite that all processes of the server open: the index, and a second one while that is being filled. */
export class IndexFile {
  readonly #db: DatabaseSync;
  readonly present: IndexTables;

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { timeout: TIMEOUT_MS });
    this.#db.exec('pragma journal_mode = wal; pragma synchronous = full');
    this.present = new IndexTables(this.#db, '');
    this.present.create();
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  /** An empty second index; what an earlier one left is removed. */
  beginNext(): IndexTables {
    const next = new IndexTables(this.#db, '_next');
    next.drop();
    next.create();
    return next;
  }

  /** Replaces the index by the second one. */
  switch(next: IndexTables): void {
    this.present.inTransaction(() => {
      this.present.drop();
      next.rename(this.present);
    });
  }
}
