import { describe, expect, it } from '@jest/globals';
import { ArchivoltError } from '@archivolt/sdk';
import { problemOf } from './errors';

describe('the text of a failure', () => {
  it('a failure is shown with the message of the server, its request id, and a text for each field', () => {
    const details = [
      { path: 'name', message: 'is too long' },
      { path: 'name', message: 'has a control character' },
      { path: null, message: 'unknown key' },
    ];
    const problem = problemOf(new ArchivoltError(400, 'tags.invalid', 'No.', details, 'req_1'), 'offline');
    expect(problem).toMatchObject({ message: 'No.', code: 'tags.invalid', status: 400, requestId: 'req_1' });
    expect(problem.fields.get('name')).toBe('is too long; has a control character');
    expect(problem.fields.get('')).toBe('unknown key');
    expect(problem.canRetry).toBe(false);
  });

  it('a missing response is reported as a server that does not respond', () => {
    expect(problemOf(new TypeError('fetch failed'), 'offline')).toMatchObject({ message: 'offline', canRetry: true });
  });
});
