import { describe, expect, it } from '@jest/globals';
import { isLostConnection } from './lost-connection.js';

const withFields = (fields: object, message = '') => Object.assign(new Error(message), fields);

describe('isLostConnection', () => {
  it.each([
    ['a missing socket', withFields({ code: 'ENOENT', syscall: 'connect', address: '/run/.s.PGSQL.5432' })],
    ['a full socket', withFields({ code: 'EAGAIN', syscall: 'connect' })],
    ['a refusal', withFields({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['a broken pipe', withFields({ code: 'EPIPE', syscall: 'write' })],
    ['a shutdown by the administrator', withFields({ code: '57P01' })],
    ['a crash', withFields({ code: '57P02' })],
    ['a start that is not finished', withFields({ code: '57P03' })],
    ['too many connections', withFields({ code: '53300' })],
    ['a connection that ended', withFields({}, 'Connection terminated unexpectedly')],
    ['a pool without a free connection', withFields({}, 'timeout exceeded when trying to connect')],
    ['an error that was caused by one', new Error('failed', { cause: withFields({ code: '57P01' }) })],
    [
      'a pooler whose server is away',
      withFields({ code: '08P01' }, 'server login has been failing, try again later (server_login_retry)'),
    ],
    ['a client that is broken', withFields({}, 'Client has encountered a connection error and is not queryable')],
  ])('isLostConnection returns true for %s', (_, error) => {
    expect(isLostConnection(error)).toBe(true);
  });

  it.each([
    ['a missing file', withFields({ code: 'ENOENT', syscall: 'open' })],
    ['a violated constraint', withFields({ code: '23505' })],
    ['a statement that was cancelled', withFields({ code: '57014' })],
    ['a violated protocol', withFields({ code: '08P01' }, 'bind message supplies 1 parameters')],
    ['a full disk', withFields({ code: '53100' })],
    ['no error', undefined],
  ])('isLostConnection returns false for %s', (_, error) => {
    expect(isLostConnection(error)).toBe(false);
  });
});
