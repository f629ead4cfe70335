import { describe, expect, it } from '@jest/globals';
import { isSetupCode, setupCodeFrom } from './setup-code.js';

const SECRET = 'a secret that signs the sessions of this server';

describe('the set-up code', () => {
  it('the set-up code is the same for the same secret, differs for another, and does not contain the secret', () => {
    const code = setupCodeFrom(SECRET);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(setupCodeFrom(SECRET)).toBe(code);
    expect(setupCodeFrom(`${SECRET}.`)).not.toBe(code);
  });

  it('the set-up code is accepted in lower case, with spaces, without hyphens, and with letters for similar digits', () => {
    const code = '01ABC-DEFGH-JKMNP-QRSTV';
    for (const given of [code, code.toLowerCase(), ` ${code} `, code.replaceAll('-', ''), 'OLabc defgh jkmnp qrstv'])
      expect(isSetupCode(given, code)).toBe(true);
  });

  it('the set-up code is refused when a letter differs, is missing or is added', () => {
    const code = setupCodeFrom(SECRET);
    const other = (code.startsWith('0') ? '2' : '0') + code.slice(1);
    for (const given of ['', '-', other, code.slice(1), `${code}0`, 'x'.repeat(10_000)])
      expect(isSetupCode(given, code)).toBe(false);
  });
});
