import pg from 'pg';

const SCHEMA = 'test_time';
/** Functions that the product asks for the time without naming their schema. */
const FUNCTIONS = ['now', 'clock_timestamp'];

/** Makes `now()` in this database the one of {@link moveTime}, also in the defaults of tables created from here on. */
export async function addMovableTime(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`create schema ${SCHEMA}`);
    await client.query(functions(0));
  });
}

/** Settings of a database are not copied from its template. */
export const USE_MOVABLE_TIME = (database: string): string =>
  `alter database ${database} set search_path = public, ${SCHEMA}, pg_catalog`;

/** Sets how many milliseconds the time of the database, and of its queue, is ahead of the real one. */
export async function moveTime(url: string, ms: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(functions(ms));
    await client.query(QUEUE_FOLLOWS);
  });
}

/** The statements of pg-boss ask a function of its own. */
const QUEUE_FOLLOWS = `create or replace function job.job_now() returns timestamptz language sql stable
  as 'select ${SCHEMA}.now()'`;

/** PostgreSQL inlines them, and plans again when they have been replaced. */
function functions(ms: number): string {
  const moved = ms === 0 ? '' : ` + interval '${ms} ms'`;
  return FUNCTIONS.map(
    (name) =>
      `create or replace function ${SCHEMA}.${name}() returns timestamptz language sql
         ${name === 'now' ? 'stable' : 'volatile'} parallel safe return pg_catalog.${name}()${moved};`,
  ).join('\n');
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
