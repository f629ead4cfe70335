import { describe, expect, it } from '@jest/globals';
import { validateDto } from '#ground/http-kit';
import { InviteBody } from './invitation.dto.js';

describe('the body of an invitation', () => {
  it('the address of an invitation is kept in lower case', () => {
    expect(validateDto(InviteBody, { email: ' Ada@Example.TEST ', role: 'member' })).toEqual({
      value: { email: 'ada@example.test', role: 'member' },
    });
  });

  it('the address of an invitation is refused when it exceeds 254 characters only in lower case', () => {
    const domain = `${['a', 'b', 'c'].map((letter) => letter.repeat(60)).join('.')}.${'d'.repeat(30)}.com`;
    const email = `${'İ'.repeat(30)}@${domain}`;
    expect(email.length).toBeLessThan(254);
    expect(validateDto(InviteBody, { email, role: 'member' })).toEqual({
      details: [{ path: 'email', message: expect.stringContaining('254') }],
    });
  });
});
