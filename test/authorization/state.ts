import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

/** A digest of the rows of every table, and the size of every stored file. */
export type State = Readonly<Record<string, string>>;

/**
 * Changes that a refused request may cause: the time a key was used, and the removal of expired sessions. Heartbeats of the
 * server and what the search plugin reports of its warm-up come at any time.
 */
const IGNORED_COLUMNS: Readonly<Record<string, string>> = { api_key: 'last_used_at', server_process: 'seen_at' };
const WATCHED_ROWS: Readonly<Record<string, string>> = {
  auth_session: 'where expires_at > now()',
  plugin_state: `where plugin_id <> 'search-segments'`,
};
const TABLES = `
  select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname like 'job%'))
  order by 1, 2`;

/** Detects changes in the database and in the file store. */
export class StateWatch {
  private constructor(
    private readonly pool: pg.Pool,
    private readonly query: string,
    private readonly folder: string,
  ) {}

  static async over(app: TestApp): Promise<StateWatch> {
    const pool = poolOf(app);
    const { rows } = await pool.query<{ schema: string; name: string }>(TABLES);
    if (!rows.some(({ name }) => name === 'document')) throw new Error('the database has no tables to watch');
    const digests = rows.map(({ schema, name }) => {
      const ignored = IGNORED_COLUMNS[name];
      const row = ignored === undefined ? 't::text' : `(to_jsonb(t) - '${ignored}')::text`;
      return `select '${schema}.${name}' as name,
        count(*) || ' rows ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as digest
        from ${schema}."${name}" t ${WATCHED_ROWS[name] ?? ''}`;
    });
    return new StateWatch(pool, `${digests.join(' union all ')} order by name`, app.dataDir);
  }

  async take(): Promise<State> {
    // Prepared: planning it for a hundred tables takes longer than reading them.
    const statement = { name: 'state', text: this.query };
    const { rows } = await this.pool.query<{ name: string; digest: string }>(statement);
    const files = await readdir(this.folder, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => {
          const path = join(file.parentPath, file.name);
          return [`file ${path.slice(this.folder.length)}`, String((await stat(path)).size)] as const;
        }),
    );
    return Object.fromEntries([...rows.map(({ name, digest }) => [name, digest] as const), ...sizes]);
  }
}
