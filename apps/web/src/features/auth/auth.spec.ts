import { describe, expect, it } from '@jest/globals';
import { fieldOf, pathAfterSignIn } from './auth';

describe('the page after sign-in', () => {
  it('the page after sign-in is the one the person wanted', () => {
    expect(pathAfterSignIn('/organizations/org_1/documents?q=tag%3Aa#top')).toBe(
      '/organizations/org_1/documents?q=tag%3Aa#top',
    );
  });

  it.each([undefined, '', 'documents', '//evil.test/x', '/\\evil.test', 'https://evil.test', '/login?redirect=/x'])(
    'the page after sign-in is the start page for %s',
    (redirect) => {
      expect(pathAfterSignIn(redirect)).toBe('/');
    },
  );
});

describe('the field of a refused sign-in or sign-up', () => {
  it.each([
    ['INVALID_EMAIL', 'email'],
    ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'email'],
    ['auth.forbidden_email_domain', 'email'],
    ['PASSWORD_TOO_SHORT', 'password'],
    ['INVALID_NAME', 'name'],
    ['auth.setup_code_invalid', 'setupCode'],
    ['INVALID_EMAIL_OR_PASSWORD', undefined],
    ['EMAIL_NOT_VERIFIED', undefined],
    ['INVALID_ORIGIN', undefined],
    ['EMAIL_PASSWORD_SIGN_UP_DISABLED', undefined],
  ])('the code %s of a refused sign-in marks the field %s', (code, field) => {
    expect(fieldOf({ code })).toBe(field);
  });
});
