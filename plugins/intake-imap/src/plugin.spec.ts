import { describe, expect, it } from '@jest/globals';
import { ImapConfig } from './imap.config.js';
import { mistakeInSettings } from './mistake-in-settings.js';
import plugin from './plugin.js';

const mine = 'org_000000000000000000000001';
const settings = (changes: Partial<ImapConfig> = {}): ImapConfig => ({
  ...new ImapConfig(),
  ...{ host: 'imap.example.com', user: 'scans@example.com', password: '5ecret', ...changes },
});

describe('the intake of mails', () => {
  it('the intake describes the mailbox to members of its organization, and to no others', () => {
    const describeTo = (config: ImapConfig, organizationId: string) =>
      plugin.provides.intake?.describe?.(config, organizationId);
    const config = settings({ organizationId: mine });
    expect(describeTo(config, mine)).toBe('Mails to scans@example.com at imap.example.com, folder INBOX');
    expect(describeTo(config, 'org_000000000000000000000002')).toBeUndefined();
    expect(describeTo(settings(), mine)).toBeUndefined();
    expect(describeTo(settings({ organizationId: mine, host: '' }), mine)).toBeUndefined();
  });

  it.each<[string, Partial<ImapConfig>, string]>([
    ['no user', { user: '' }, 'INTAKE_IMAP_USER'],
    ['a password that is missing', { password: undefined as unknown as string }, 'INTAKE_IMAP_PASSWORD'],
    ['mails that are moved in a circle', { doneFolder: 'inbox' }, 'INTAKE_IMAP_DONE_FOLDER'],
    ['refused mails that come back', { failedFolder: 'Inbox' }, 'INTAKE_IMAP_FAILED_FOLDER'],
  ])('the intake refuses settings with %s', (_, changes, setting) => {
    expect(mistakeInSettings(settings(changes))).toContain(setting);
    expect(mistakeInSettings(settings(changes))).not.toContain('5ecret');
  });

  it('the intake accepts complete settings, and none at all', () => {
    expect(mistakeInSettings(settings())).toBeUndefined();
    expect(mistakeInSettings(settings({ after: 'keep', doneFolder: 'INBOX' }))).toBeUndefined();
    expect(mistakeInSettings(new ImapConfig())).toBeUndefined();
  });
});
