import { describe, expect, it } from '@jest/globals';
import { DocumentsConfig } from '#config/documents';
import { OrganizationsConfig } from '#config/organizations';
import { ServerConfig } from '#config/server';
import { readSettings } from './settings.js';

const SECRET = 'b7c1f0a94d2e6835b7c1f0a94d2e6835';
const problems = (environment: Record<string, string>, role: 'guest' | 'owner' = 'owner') =>
  readSettings(environment, role).problems.map(({ variable, message }) => `${variable}: ${message}`);

describe('readSettings', () => {
  it('accepts an empty environment', () => {
    expect(problems({})).toEqual([]);
  });

  it('the default settings have the limits of the contract', () => {
    const { config } = readSettings({}, 'owner');
    expect(config(DocumentsConfig)).toMatchObject({ maxUploadBytes: 25 * 1024 * 1024, deletedRetentionDays: 30 });
    expect(config(OrganizationsConfig)).toMatchObject({
      maxTags: 200,
      maxOrganizationCount: 10,
      deletedPurgeDelayDays: 30,
    });
    expect(config(ServerConfig)).toMatchObject({
      processMode: 'all',
      hostname: '127.0.0.1',
      port: 1221,
      routeTimeoutMs: 20_000,
    });
  });

  it('reports the problems of all areas at once', () => {
    const wrong = { PORT: '80', NODE_ENV: 'production', MAX_TAGS_PER_ORGANIZATION: '0', AUTH_FIRST_USER_AS_ADMIN: '2' };
    expect(problems(wrong).map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'AUTH_FIRST_USER_AS_ADMIN',
      'MAX_TAGS_PER_ORGANIZATION',
      'AUTH_SECRET',
    ]);
  });

  it('requires a secret in production only', () => {
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
  ])('rejects the example %s as a secret in production without showing it', (AUTH_SECRET) => {
    const [line, ...more] = problems({ NODE_ENV: 'production', AUTH_SECRET });
    expect(more).toEqual([]);
    expect(line).toMatch(/^AUTH_SECRET: looks like an example/);
    expect(line).not.toContain(AUTH_SECRET);
    expect(problems({ AUTH_SECRET })).toEqual([]);
  });

  it('reports only once that a secret is too short', () => {
    expect(problems({ NODE_ENV: 'production', AUTH_SECRET: 'changeme' })).toHaveLength(1);
  });

  it('requires a database for a separate web or worker process, but not for a command', () => {
    expect(problems({ PROCESS_MODE: 'worker' })).toEqual([expect.stringMatching(/^DATABASE_URL: must be set/)]);
    expect(problems({ PROCESS_MODE: 'worker' }, 'guest')).toEqual([]);
  });

  it('rejects a number of proxies together with their addresses', () => {
    const both = { SERVER_TRUSTED_PROXIES: 'loopback', SERVER_TRUSTED_PROXY_HOPS: '1' };
    expect(problems(both)).toEqual([expect.stringMatching(/^SERVER_TRUSTED_PROXY_HOPS: .*SERVER_TRUSTED_PROXIES/)]);
  });

  it('requires a secret for intake by mail only when it is turned on', () => {
    expect(problems({ INTAKE_EMAILS_IS_ENABLED: 'false' })).toEqual([]);
    expect(problems({ INTAKE_EMAILS_IS_ENABLED: 'true' })).toEqual([
      expect.stringMatching(/^INTAKE_EMAILS_WEBHOOK_SECRET: must be set/),
    ]);
    const short = { INTAKE_EMAILS_IS_ENABLED: 'true', INTAKE_EMAILS_WEBHOOK_SECRET: 'too short' };
    expect(problems(short)).toEqual([expect.stringMatching(/^INTAKE_EMAILS_WEBHOOK_SECRET: /)]);
    const enough = { INTAKE_EMAILS_IS_ENABLED: 'true', INTAKE_EMAILS_WEBHOOK_SECRET: '0123456789abcdef' };
    expect(problems(enough)).toEqual([]);
  });

  it('rejects a wish for protection that this version does not have', () => {
    expect(problems({ DOCUMENT_STORAGE_ENCRYPTION_IS_ENABLED: 'true' })).toEqual([
      expect.stringContaining('this version does not encrypt files'),
    ]);
    expect(problems({ DOCUMENT_STORAGE_ENCRYPTION_IS_ENABLED: 'false' })).toEqual([]);
  });

  it('rejects variables that the sign-in library would read, unless they are blank', () => {
    const foreign = { BETTER_AUTH_SECRETS: '1:x', BETTER_AUTH_TRUSTED_ORIGINS: 'https://evil.example' };
    expect(problems(foreign)).toEqual([
      expect.stringContaining('AUTH_SECRET'),
      expect.stringContaining('list the origins in TRUSTED_ORIGINS'),
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
    ['SERVER_TRUSTED_PROXY_HOPS', '2', true],
    ['SERVER_TRUSTED_PROXY_HOPS', '17', false],
    ['SERVER_TRUSTED_PROXY_HOPS', '-1', false],
    ['AUTH_IP_ADDRESS_HEADERS', 'CF-Connecting-IP, x-forwarded-for', true],
    ['AUTH_IP_ADDRESS_HEADERS', 'Forwarded', false],
    ['AUTH_IP_ADDRESS_HEADERS', 'x real ip', false],
    ['SERVER_API_RATE_LIMIT', '1000/1m', true],
    ['SERVER_API_RATE_LIMIT', '1000', false],
    ['SERVER_API_RATE_LIMIT_ANONYMOUS', '0/1h', true],
    ['SERVER_API_RATE_LIMIT_ANONYMOUS', '10/0s', false],
    ['WEBHOOK_URL_ALLOWED_HOSTNAMES', 'intranet, Hooks.Example.com, 192.168.1.5, [fd00::5], hooks.example.com.', true],
    ['WEBHOOK_URL_ALLOWED_HOSTNAMES', 'hooks.example.com:8080', false],
    ['WEBHOOK_URL_ALLOWED_HOSTNAMES', 'https://hooks.example.com', false],
    ['WEBHOOK_URL_ALLOWED_HOSTNAMES', 'fd00::5', false],
    ['WEBHOOK_URL_ALLOWED_HOSTNAMES', '127.1', false],
    ['AUTH_ALLOWED_EMAIL_DOMAINS', 'example.com, @example.org', true],
    ['AUTH_FORBIDDEN_EMAIL_DOMAINS', 'ada@example.com', false],
    ['APP_BASE_URL', 'http://my_app:1221', true],
    ['APP_BASE_URL', 'ftp://a.example', false],
    ['DATABASE_URL', 'file:./db.sqlite', false],
    ['DOCUMENTS_HARD_DELETE_EXPIRED_DOCUMENTS_CRON', '61 * * * *', false],
    ['RUN_SCHEDULED_TASKS_ON_STARTUP_DEFAULT', 'perhaps', false],
    ['PORT', '1023', false],
    ['PORT', '1024', true],
    ['PORT', '65535', true],
    ['PORT', '65536', false],
    ['AUTH_SECRET', SECRET.slice(1), false],
    ['AUTH_SECRET', SECRET, true],
    ['DOCUMENT_STORAGE_MAX_UPLOAD_SIZE', '0', true],
    ['DOCUMENT_STORAGE_MAX_UPLOAD_SIZE', '-1', false],
    ['DOCUMENTS_DELETED_DOCUMENTS_RETENTION_DAYS', '0', true],
    ['DOCUMENTS_DELETED_DOCUMENTS_RETENTION_DAYS', '-1', false],
    ['DOCUMENTS_DELETED_DOCUMENTS_RETENTION_DAYS', '1.5', false],
    ['ORGANIZATIONS_DELETED_PURGE_DAYS_DELAY', '1', true],
    ['ORGANIZATIONS_DELETED_PURGE_DAYS_DELAY', '0', false],
    ['MAX_TAGS_PER_ORGANIZATION', '1', true],
    ['MAX_TAGS_PER_ORGANIZATION', '0', false],
    ['MAX_ORGANIZATION_COUNT_PER_USER', '1', true],
    ['MAX_ORGANIZATION_COUNT_PER_USER', '0', false],
    ['PROCESS_MODE', 'both', false],
  ])('the setting %s=%s is accepted: %s', (variable, value, isFine) => {
    expect(problems({ [variable]: value }).length === 0).toBe(isFine);
  });
});
