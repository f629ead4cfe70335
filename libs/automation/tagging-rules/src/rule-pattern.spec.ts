import { describe, expect, it } from '@jest/globals';
import { growthOf, isLinear } from '../../../../test/growth/growth.js';
import { LOOKED_AT, patternMatches, patternProblem, textForPatterns } from './rule-pattern.js';

const matches = (pattern: string, text: string): boolean => patternMatches(pattern, textForPatterns(text));

describe('a regular expression of a rule', () => {
  it.each([
    ['INV-\\d{4}', 'Your invoice: inv-2026', true],
    ['^total', 'a\nTotal 12', true],
    ['^total', 'in total 12', false],
    ['12 €$', 'Total 12\u00a0€\nend', true],
    ['(?-i)Total', 'total', false],
    ['final', 'ﬁnal', true],
    ['ﬁnal', 'final', true],
    ['öl', 'O\u0308l', true],
    ['a…b', 'a...b', true],
    ['a…b', 'axyzb', false],
    ['größe|maß', 'MASS GRÖSSE', false],
    ['gr(ö|oe)ße', 'GRÖßE', true],
    ['\\pL{3}\\s+\\d', 'Öl Öle 5', true],
  ])(
    'the pattern %j looks into %j without regard to case, line by line, and the result is %s',
    (pattern, text, found) => {
      expect(matches(pattern, text)).toBe(found);
    },
  );

  it.each([
    ['(a', 'missing closing ) at position 3'],
    ['(a)b)c(', 'unexpected ) at position 5'],
    ['ab[c', 'missing closing ] "[c" at position 3'],
    ['ab**', 'invalid nested repetition operator "**" at position 3'],
    ['*a', 'missing argument to repetition operator "*" at position 1'],
    ['a(?=b)', 'invalid or unsupported Perl syntax "(?=" at position 2'],
    ['(a)\\1', 'invalid escape sequence "\\1" at position 4'],
    ['a\\', 'trailing backslash at end of expression at position 3'],
    ['x{1001}', 'invalid repeat count "{1001}" at position 2'],
    ['[z-a]', 'invalid character class range "z-a" at position 2'],
  ])('the pattern %j is refused with the reason and the position', (pattern, problem) => {
    expect(patternProblem(pattern)).toBe(problem);
  });

  it('a pattern that takes too many steps for each character is refused, and is not matched either', () => {
    expect(patternProblem('(a{30}b?){30}')).toMatch(/^it is too large: it takes \d+ steps/);
    expect(() => matches('(a{30}b?){30}', 'a')).toThrow('too large');
    expect(patternProblem('a{500}')).toBeUndefined();
  });

  it('a pattern looks at the beginning of a very long text', () => {
    expect(matches('b', `${'a'.repeat(LOOKED_AT - 1)}b`)).toBe(true);
    expect(matches('b', `${'a'.repeat(LOOKED_AT)}b`)).toBe(false);
  });

  it.each(['(a+)+$', '(a|aa)+$', '(.*a){20}$', '(a?){30}a{30}$', '(.*)(.*)(.*)(.*)z', '(?:a|b)*a[ab]{240}[cd]'])(
    'the pattern %j takes time in proportion to the length of a text that would keep a backtracking engine busy forever',
    async (pattern) => {
      const growth = await growthOf(
        (text: string) => matches(pattern, text),
        (length) => `${'a'.repeat(length / 2)}${'ab'.repeat(length / 4)}!`,
      );
      expect({ growth, isLinear: isLinear(growth) }).toMatchObject({ isLinear: true });
    },
    300_000,
  );
});
