import { describe, expect, it } from '@jest/globals';
import { mistakeInOptions, smtpOptions } from './smtp-options.js';
import { SmtpConfig } from './smtp.config.js';

const config = (changes: Partial<SmtpConfig>): SmtpConfig => Object.assign(new SmtpConfig(), changes);

describe('the options of the SMTP connection', () => {
  it('the SMTP options come from the single settings', () => {
    const given = config({ host: ' mail.example ', port: 2525, user: 'a', password: 'b', requireTls: false });
    expect(smtpOptions(given)).toEqual({
      host: 'mail.example',
      port: 2525,
      secure: false,
      requireTLS: false,
      auth: { user: 'a', pass: 'b' },
    });
  });

  it('the SMTP options begin with TLS on port 465 whatever else is set', () => {
    expect(smtpOptions(config({ host: 'mail.example', port: 465 })).secure).toBe(true);
    expect(smtpOptions(config({ options: '{"host":"mail.example","port":465}' })).secure).toBe(true);
  });

  it('the SMTP options come only from the JSON object when there is one', () => {
    const options =
      '{"host":"mail.example","secure":true,"auth":{"user":"a","pass":"b"},"tls":{"rejectUnauthorized":false}}';
    expect(smtpOptions(config({ host: 'other.example', user: 'c', options }))).toEqual({
      host: 'mail.example',
      port: 465,
      secure: true,
      auth: { user: 'a', pass: 'b' },
      tls: { rejectUnauthorized: false },
    });
  });

  it.each([
    ['no JSON', 'smtp://a:5ecret@mail.example', /^must be a JSON object/],
    ['a list', '["5ecret"]', /^must be a JSON object/],
    ['an option that starts a program', '{"host":"a","sendmail":true}', /has the option sendmail, which is not one of/],
    [
      'an option of a group that is not known',
      '{"host":"a","tls":{"secureContext":{}}}',
      /the option tls.secureContext/,
    ],
    ['a prototype', '{"host":"a","__proto__":{"a":1}}', /has the option __proto__/],
    ['a value of another type', '{"host":"a","auth":{"user":"a","pass":5}}', /value of auth.pass that cannot be used/],
    ['a user without a password', '{"host":"a","auth":{"user":"a"}}', /has no auth.pass/],
    ['no host', '{"port":25}', /has no host/],
  ])('the SMTP options are refused: %s', (_, text, message) => {
    expect(mistakeInOptions(text)).toMatch(message);
    expect(mistakeInOptions(text)).not.toContain('5ecret');
  });
});
