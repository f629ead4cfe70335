import { describe, expect, it } from '@jest/globals';
import { serverSizes } from '#ground/embedded-postgres';
import { judgeEmbedded, judgeForeign } from './check-database-sizes.js';

const MEMORY = 8 * 1024 ** 3;
const wanted = serverSizes(MEMORY);

describe('the check of the sizes of the database', () => {
  it('the check names the chosen sizes of the embedded PostgreSQL and the memory that they depend on', () => {
    expect(judgeEmbedded(wanted, wanted, MEMORY)).toEqual({
      name: 'database sizes',
      status: 'ok',
      message:
        'shared_buffers 1024 MB, effective_cache_size 4096 MB, work_mem 32 MB, max_wal_size 1024 MB, for 8192 MB of memory',
    });
  });

  it('the check says that the next start changes the sizes of an embedded PostgreSQL with other sizes', () => {
    const { status, message } = judgeEmbedded({ ...wanted, shared_buffers: 128 }, wanted, MEMORY);
    expect(status).toBe('ok');
    expect(message).toMatch(
      /^shared_buffers 128 MB, .* the next start takes other ones, unless custom\.conf sets them$/,
    );
  });

  it('the check suggests the statements for an external PostgreSQL with the usual small sizes', () => {
    const defaults = { ...wanted, shared_buffers: 128, work_mem: 4 };
    expect(judgeForeign(defaults, wanted, MEMORY)).toEqual({
      name: 'database sizes',
      status: 'warning',
      message:
        'shared_buffers is 128 MB, work_mem is 4 MB; a PostgreSQL next to 8192 MB of memory, as here, should have 1024 MB, 32 MB',
      remedy:
        "if its machine has the memory, let its administrator run: alter system set shared_buffers = '1024MB'; alter system set work_mem = '32MB'; and start PostgreSQL again.",
    });
  });

  it('the check accepts an external PostgreSQL that has at least half of each size', () => {
    expect(judgeForeign({ ...wanted, shared_buffers: 512 }, wanted, MEMORY).status).toBe('ok');
  });
});
