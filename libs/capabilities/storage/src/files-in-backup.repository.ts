import type { Sql } from '@archivolt/plugin-kit';

/** The files that a state of the database names: key, plugin, size and hash; the latter two null where not known. */
export const FILES_OF_SNAPSHOT = `select f.storage_key, f.driver, coalesce(d.original_size, f.size), coalesce(d.original_sha256_hash, f.sha256)
  from stored_file f left join document d on d.original_storage_key = f.storage_key
  where f.state = 'committed' order by f.storage_key`;

/**
 * After the rows of a backup were restored: all files are in the storage of `driver`, which is about to get this marker. The
 * next start takes it for that of this archive, also when the marker was not replaced.
 */
export async function placeRestoredFiles(
  sql: Pick<Sql, 'query'>,
  { driver, marker }: { driver: string; marker: string },
): Promise<void> {
  await sql.query('update stored_file set driver = $1 where driver <> $1', [driver]);
  await sql.query('delete from stored_copy');
  await sql.query('delete from damaged_file');
  await sql.query('delete from storage_marker');
  await sql.query('insert into storage_marker (driver, marker) values ($1, $2)', [driver, marker]);
}
