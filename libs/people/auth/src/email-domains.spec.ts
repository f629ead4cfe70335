import { describe, expect, it } from '@jest/globals';
import { isEmailDomainAllowed } from './email-domains.js';

const allows = (email: string, allowedEmailDomains: string[], forbiddenEmailDomains: string[]) =>
  isEmailDomainAllowed(email, { allowedEmailDomains, forbiddenEmailDomains });

describe('isEmailDomainAllowed', () => {
  it('every domain is allowed without lists', () => {
    expect(allows('a@any.test', [], [])).toBe(true);
  });

  it('only listed domains are allowed, in any case', () => {
    expect(allows('a@Good.Test', ['@good.test'], [])).toBe(true);
    expect(allows('a@sub.good.test', ['good.test'], [])).toBe(false);
    expect(allows('good.test@other.test', ['good.test'], [])).toBe(false);
  });

  it('the forbidden list overrides the allowed one', () => {
    expect(allows('a@both.test', ['both.test'], ['BOTH.test'])).toBe(false);
    expect(allows('a@other.test', [], ['both.test'])).toBe(true);
  });
});
