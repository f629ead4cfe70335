const MB = 1024 * 1024;

/** Settings of PostgreSQL that depend on the memory, in megabytes. */
export interface ServerSizes {
  shared_buffers: number;
  effective_cache_size: number;
  work_mem: number;
  maintenance_work_mem: number;
  max_wal_size: number;
}

/**
 * Sizes for a PostgreSQL that shares this memory with the server and its parsers, which together need up to two
 * gigabytes: it gets an eighth for its buffers, and the file cache of the system does the rest. Buffers are never given
 * back, so a small archive gets fewer: a quarter of what its databases have on the disk.
 */
export function serverSizes(memoryBytes: number, databaseBytes = Infinity): ServerSizes {
  const memory = memoryBytes / MB;
  return {
    shared_buffers: between(Math.min(memory / 8, databaseBytes / MB / 4), 64, 1024),
    effective_cache_size: between(memory / 2, 128, 64 * 1024),
    work_mem: between(memory / 256, 4, 32),
    maintenance_work_mem: between(memory / 32, 32, 256),
    max_wal_size: between(memory / 4, 256, 1024),
  };
}

/** Rounded down to a power of two, so that small differences of memory give the same sizes. */
function between(megabytes: number, least: number, most: number): number {
  const rounded = 2 ** Math.floor(Math.log2(Math.max(megabytes, 1)));
  return Math.min(Math.max(rounded, least), most);
}

/** Returns the sizes as lines of a configuration file. */
export const sizeLines = (sizes: ServerSizes): string =>
  Object.entries(sizes)
    .map(([name, megabytes]) => `${name} = ${megabytes}MB`)
    .join('\n');
