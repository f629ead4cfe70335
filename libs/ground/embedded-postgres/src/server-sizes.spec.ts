import { describe, expect, it } from '@jest/globals';
import { serverSizes, sizeLines } from './server-sizes.js';

const GB = 1024 ** 3;

describe('the sizes of the embedded PostgreSQL', () => {
  it('the sizes are small on a machine with one gigabyte, where the server and its parsers need most of it', () => {
    expect(serverSizes(GB)).toEqual({
      shared_buffers: 128,
      effective_cache_size: 512,
      work_mem: 4,
      maintenance_work_mem: 32,
      max_wal_size: 256,
    });
  });

  it('the sizes grow with the memory, and are the same for machines that differ a little', () => {
    const sizes = {
      shared_buffers: 512,
      effective_cache_size: 2048,
      work_mem: 16,
      maintenance_work_mem: 128,
      max_wal_size: 1024,
    };
    expect(serverSizes(4 * GB)).toEqual(sizes);
    expect(serverSizes(4.2 * GB)).toEqual(sizes);
  });

  it('the sizes have a limit on large machines', () => {
    expect(serverSizes(1024 * GB)).toEqual({
      shared_buffers: 1024,
      effective_cache_size: 65_536,
      work_mem: 32,
      maintenance_work_mem: 256,
      max_wal_size: 1024,
    });
  });

  it('the sizes follow that of the databases, so that a small archive does not keep memory that is never released', () => {
    const buffers = (databaseBytes: number) => serverSizes(16 * GB, databaseBytes).shared_buffers;
    expect([0, 0.25 * GB, GB, 3 * GB, 100 * GB].map(buffers)).toEqual([64, 64, 256, 512, 1024]);
    expect(serverSizes(GB, 100 * GB)).toEqual(serverSizes(GB));
    expect({ ...serverSizes(16 * GB, 0), shared_buffers: 1024 }).toEqual(serverSizes(16 * GB));
  });

  it('the sizes are values that PostgreSQL can start with, however little memory is reported', () => {
    expect(sizeLines(serverSizes(0)).split('\n')).toEqual([
      'shared_buffers = 64MB',
      'effective_cache_size = 128MB',
      'work_mem = 4MB',
      'maintenance_work_mem = 32MB',
      'max_wal_size = 256MB',
    ]);
  });
});
