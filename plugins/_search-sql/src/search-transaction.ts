import { TransientPluginError, type HostServices, type Sql } from '@archivolt/plugin-kit';

const QUERY_CANCELED = '57014';

/** Bound to the transaction: a connection that already serves another request is left alone. */
const CANCEL = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where pid = $1 and extract(epoch from xact_start)::text = $2 and state = 'active'`;

/** Settings of the transaction, and further columns that the statement which sets them selects. */
interface Opening {
  settings: Readonly<Record<string, string>>;
  columns?: readonly string[];
  values?: readonly unknown[];
  /** A statement that must come before all others. */
  first?: string;
}

/** Runs `work` in a transaction with these settings; its statements are cancelled when `signal` aborts. */
export async function inCancellableTransaction<Row extends object, Result>(
  { sql, controlSql }: Pick<HostServices, 'controlSql' | 'sql'>,
  { settings, columns = [], values = [], first }: Opening,
  signal: AbortSignal | undefined,
  work: (sql: Sql, opened: Row | undefined) => Promise<Result>,
): Promise<Result> {
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  const transaction = ['pg_backend_pid() as pid', 'extract(epoch from now())::text as started'];
  const open = `select ${[...set, ...transaction, ...columns].join(', ')}`;
  signal?.throwIfAborted();
  return sql.transaction(async (inside) => {
    if (first !== undefined) await inside.query(first);
    const [opened] = await inside.query<Row & { pid: number; started: string }>(open, values);
    // On a connection of its own: all others may be taken by searches that are to be cancelled.
    const cancel = () => void controlSql.query(CANCEL, [opened?.pid, opened?.started]).catch(() => undefined);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await work(inside, opened);
    } catch (error) {
      signal?.throwIfAborted();
      if (isCanceled(error)) throw new TransientPluginError('The search took too long.', { cause: error });
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  });
}

function isCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;
}
