import { describe, expect, it } from '@jest/globals';
import { readSettings } from './settings.js';

const SECRET = 'b7c1f0a94d2e6835b7c1f0a94d2e6835';
const problems = (environment: Record<string, string>, role: 'guest' | 'owner' = 'owner') =>
  readSettings(environment, role).problems.map(({ variable, message }) => `${variable}: ${message}`);

describe('readSettings', () => {
  it('is content with an empty environment', () => {
    expect(problems({})).toEqual([]);
  });

  it('tells the mistakes of all areas at once', () => {
    const wrong = { PORT: '80', NODE_ENV: 'production', MAX_TAGS_PER_ORGANIZATION: '0', AUTH_FIRST_USER_AS_ADMIN: '2' };
    expect(problems(wrong).map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'AUTH_FIRST_USER_AS_ADMIN',
      'MAX_TAGS_PER_ORGANIZATION',
      'AUTH_SECRET',
    ]);
  });

  it('wants a secret in production only', () => {
    expect(problems({ NODE_ENV: 'production' })).toEqual([expect.stringMatching(/^AUTH_SECRET: must be set/)]);
    expect(problems({ NODE_ENV: 'production', AUTH_SECRET: SECRET })).toEqual([]);
  });

  it.each([
    'some-default-auth-secret-change-me',
    'this-is-an-example-of-a-long-secret!',
    'replace_me_with_32_random_characters',
    'a'.repeat(40),
    'abababababababababababababababababab',
    '12345678901234567890123456789012',
  ])('refuses the example %s as a secret in production, without showing it', (AUTH_SECRET) => {
    const [line, ...more] = problems({ NODE_ENV: 'production', AUTH_SECRET });
    expect(more).toEqual([]);
    expect(line).toMatch(/^AUTH_SECRET: looks like an example/);
    expect(line).not.toContain(AUTH_SECRET);
    expect(problems({ AUTH_SECRET })).toEqual([]);
  });

  it('says only once that a secret is too short', () => {
    expect(problems({ NODE_ENV: 'production', AUTH_SECRET: 'changeme' })).toHaveLength(1);
  });

  it('wants a database for a server of its own kind, not for a command beside it', () => {
    expect(problems({ PROCESS_MODE: 'worker' })).toEqual([expect.stringMatching(/^DATABASE_URL: must be set/)]);
    expect(problems({ PROCESS_MODE: 'worker' }, 'guest')).toEqual([]);
  });

  it('refuses variables that the sign-in library would read, unless they are blank', () => {
    const foreign = { BETTER_AUTH_SECRETS: '1:x', BETTER_AUTH_TRUSTED_ORIGINS: 'https://evil.example' };
    expect(problems(foreign)).toEqual([
      expect.stringContaining('AUTH_SECRET'),
      expect.stringContaining('name the origins in TRUSTED_ORIGINS'),
    ]);
    expect(problems({ BETTER_AUTH_SECRETS: '', BETTER_AUTH_TELEMETRY: '0' })).toEqual([]);
  });

  it.each([
    ['TRUSTED_ORIGINS', 'https://a.example, http://localhost:3000', true],
    ['TRUSTED_ORIGINS', 'https://a.example/', false],
    ['TRUSTED_ORIGINS', 'https://a.example/path', false],
    ['TRUSTED_ORIGINS', 'a.example', false],
    ['SERVER_CORS_ORIGINS', '*', false],
    ['SERVER_TRUSTED_PROXIES', '10.0.0.0/8, ::1, fd00::/8, loopback', true],
    ['SERVER_TRUSTED_PROXIES', '10.0.0.0/33', false],
    ['SERVER_TRUSTED_PROXIES', '10.0.0.0/8/8', false],
    ['SERVER_TRUSTED_PROXIES', 'proxy', false],
    ['AUTH_ALLOWED_EMAIL_DOMAINS', 'example.com, @example.org', true],
    ['AUTH_FORBIDDEN_EMAIL_DOMAINS', 'ada@example.com', false],
    ['APP_BASE_URL', 'http://my_app:1221', true],
    ['APP_BASE_URL', 'ftp://a.example', false],
    ['DATABASE_URL', 'file:./db.sqlite', false],
    ['DOCUMENTS_HARD_DELETE_EXPIRED_DOCUMENTS_CRON', '61 * * * *', false],
    ['RUN_SCHEDULED_TASKS_ON_STARTUP_DEFAULT', 'perhaps', false],
  ])('%s=%s is fine: %s', (variable, value, isFine) => {
    expect(problems({ [variable]: value }).length === 0).toBe(isFine);
  });
});
