import { PermanentPluginError, type JsonValue, type PluginState, type Sql } from '@archivolt/plugin-kit';

const MAX_KEY_LENGTH = 200;
const MAX_VALUE_BYTES = 64 * 1024;

/** The values of one plugin, or of one instance of it. */
export function stateOf(pluginId: string, instance: string, sql: Pick<Sql, 'query'>): PluginState {
  return {
    async get<Value extends JsonValue>(key: string) {
      const [row] = await sql.query<{ value: string }>(
        'select value from plugin_state where plugin_id = $1 and instance = $2 and key = $3',
        [pluginId, instance, checked(key)],
      );
      return row === undefined ? undefined : (JSON.parse(row.value) as Value);
    },
    async set(key, value) {
      await sql.query(
        `insert into plugin_state (plugin_id, instance, key, value) values ($1, $2, $3, $4)
         on conflict (plugin_id, instance, key) do update set value = excluded.value, updated_at = now()`,
        [pluginId, instance, checked(key), textOf(key, value)],
      );
    },
    async delete(key) {
      await sql.query('delete from plugin_state where plugin_id = $1 and instance = $2 and key = $3', [
        pluginId,
        instance,
        checked(key),
      ]);
    },
    async keys(prefix = '') {
      const rows = await sql.query<{ key: string }>(
        'select key from plugin_state where plugin_id = $1 and instance = $2 and key ^@ $3 order by key',
        [pluginId, instance, prefix],
      );
      return rows.map(({ key }) => key);
    },
  };
}

function checked(key: string): string {
  if (key === '' || key.length > MAX_KEY_LENGTH || key.includes('\0') || !key.isWellFormed())
    throw new PermanentPluginError(
      `a key of the state has 1 to ${MAX_KEY_LENGTH} characters of valid Unicode without NUL: ${JSON.stringify(key.slice(0, 50))} does not`,
    );
  return key;
}

function textOf(key: string, value: JsonValue): string {
  const text = jsonOf(value);
  if (typeof text !== 'string')
    throw new PermanentPluginError(`the value of ${key} cannot be JSON; call \`delete\` to remove a key`);
  if (Buffer.byteLength(text) > MAX_VALUE_BYTES)
    throw new PermanentPluginError(
      `the value of ${key} has more than ${MAX_VALUE_BYTES / 1024} KB; keep large values in a table of the plugin`,
    );
  return text;
}

function jsonOf(value: JsonValue): unknown {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // a bigint, or an object that contains itself
  }
}
