import { describe, expect, it } from '@jest/globals';
import { EmbeddedPostgresError, explainOutput, NotReadyYet } from './embedded-postgres-error.js';

const explain = (output: string) => explainOutput('start', output, '/data/postgres', '/data/postgres/log');

describe('the error made of the output of a failed PostgreSQL', () => {
  it.each([
    'FATAL:  lock file "postmaster.pid" already exists',
    'FATAL:  lock file "/tmp/a "quoted" folder/.s.PGSQL.5432.lock" already exists',
    'FATAL:  pre-existing shared memory block (key 1804, ID 3) is still in use',
    'FATAL:  pre-existing shared memory block is still in use',
  ])('another attempt is allowed while the previous postmaster is stopping: %s', (line) => {
    const error = explain(`LOG:  starting PostgreSQL\n${line}\nHINT:  Is another postmaster running?`);
    expect(error).toBeInstanceOf(NotReadyYet);
    expect(error.message).toContain(`could not start (${line.replace('FATAL:  ', '')}); see /data/postgres/log`);
  });

  it.each([
    'FATAL:  could not create lock file "postmaster.pid": Permission denied\nLOG:  relation already exists',
    'FATAL:  database files are incompatible with server',
  ])('no other attempt is allowed for any other failure: %j', (output) => {
    const error = explain(output);
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    expect(error).not.toBeInstanceOf(NotReadyYet);
  });

  it('the error names the full disk and its folder when PostgreSQL could not write', () => {
    const error = explain('PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device');
    expect(error.message).toContain('The disk that holds /data/postgres is full');
  });
});
