import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const SCRIPT = join(import.meta.dirname, '../../scripts/check-words.mjs');
const BASELINE = 'scripts/check-words.baseline.json';

describe('npm run words', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'check-words-'));
    execFileSync('git', ['init', '--quiet'], { cwd: root });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const words = (...options: string[]): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, `--root=${root}`, ...options], {
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };

  it.each([
    ['a comment', 'libs/a.ts', '// Nobody waits for it.', 'libs/a.ts:1 "nobody"'],
    [
      'the name of a test',
      'test/a.e2e-spec.ts',
      "it('a link is told to the owner', () => {});",
      'test/a.e2e-spec.ts:1 "told"',
    ],
    ['a text of a page', 'apps/web/a.tsx', 'const text =\n  <p>Somebody</p>;', 'apps/web/a.tsx:2 "somebody"'],
    ['an apostrophe after a word', 'libs/a.ts', "// It is nobody's.", 'libs/a.ts:1 "nobody"'],
    ['a document', 'docs/a.md', 'One line.\n\nIt runs for ever.\n', 'docs/a.md:3 "for ever"'],
    ['a phrase over two lines of a comment', 'a.mjs', '/**\n * It is put\n * aside.\n */', 'a.mjs:2 "put aside"'],
  ])('refuses a refused word in %s with its line and a better word', (_, file, text, finding) => {
    write(file, text);
    const { status, output } = words();
    expect(status).toBe(1);
    expect(output).toContain(`${finding}; better: `);
  });

  it.each([
    ['an auxiliary verb', "it('are refused when they expired', () => {});", 'begins with an auxiliary verb: "are"'],
    ['a negated verb', 'test("does not send a mail", () => {});', 'begins with an auxiliary verb: "does"'],
    ['a conjunction', "it.skip('when a link expired', () => {});", 'a word that continues a sentence: "when"'],
    ['a preposition', "it.only('with two headers at once', () => {});", 'a word that continues a sentence: "with"'],
    [
      'a verb without its subject',
      "it('fits on a phone', () => {});",
      'begins with a verb without its subject: "fits"',
    ],
    ['a verb in the plural', "it('refuse a wrong password', () => {});", 'begins with a verb in the plural: "refuse"'],
    [
      'a verb that is a noun as well',
      "it('share the same file', () => {});",
      'begins with the verb "share" in the plural',
    ],
    ['a negated verb in the plural', "it('never show a secret', () => {});", 'begins with "never" and a verb'],
    ['a participle', "it('accepted by the owner', () => {});", 'begins with the participle "accepted"'],
    ['two words', "it('refuses links', () => {});", 'has fewer than three words'],
    ['a placeholder alone', "it.each(['a'])('%s', () => {});", 'has fewer than three words'],
    [
      'the title of a table over several lines',
      "it.each<[string]>([\n  ['one (1)'],\n  [f('x')],\n])(\n  'is %s on every page',\n  () => {},\n);",
      'the title "is %s on every page" begins with an auxiliary verb: "is"',
    ],
    ['a test of an own function', "itWhenChanged('add up to one', () => {});", 'a verb in the plural: "add"'],
    ['a test on a condition', "(isRoot ? it : it.skip)('is run by root', () => {});", 'an auxiliary verb: "is"'],
    [
      'a test with another name',
      "const asRoot = isRoot ? it : it.skip;\nasRoot('belong to a user', () => {});",
      'a verb in the plural: "belong"',
    ],
  ])('refuses the title of a test that is a fragment: %s', (_, text, finding) => {
    write('libs/a.db-spec.ts', text);
    const { status, output } = words();
    expect(status).toBe(1);
    expect(output).toContain(finding);
    expect(output).toMatch(/^libs\/a\.db-spec\.ts:\d /m);
  });

  it('refuses a fragment as the name of a case in a contract suite', () => {
    write('libs/ground/plugin-kit/testing/a-cases.ts', "[{\n  name: 'is never empty',\n  check: async () => {},\n}]");
    expect(words()).toMatchObject({
      status: 1,
      output: expect.stringContaining('a-cases.ts:2 the title "is never empty"'),
    });
  });

  it('accepts titles of tests that are sentences, and texts elsewhere', () => {
    const titles = [
      ...['rejects two headers with 401', 'a link that expired answers 410', 'share links expire after a day'],
      ...[
        'never sends a mail twice',
        'limits are named',
        'only owners may delete a link',
        'refuses %s',
        'failed jobs are listed',
      ],
    ];
    write('libs/a.spec.ts', titles.map((title) => `it('${title}', () => {});`).join('\n'));
    write('libs/a.ts', "it('are refused when they expired', () => {});");
    write('libs/b.spec.ts', "submit('are refused'); await(it.todo);");
    expect(words()).toMatchObject({ status: 0, output: expect.stringContaining('0 findings') });
  });

  it('accepts plain text, the account nobody, and refused words inside identifiers and generated pages', () => {
    write('libs/a.ts', '// Skips the file when no process waits for it.\nconst strangerClient = untold;');
    write('libs/account.ts', "const account = 'nobody';");
    write('docs/reference/errors.md', 'nobody');
    expect(words()).toMatchObject({ status: 0, output: expect.stringContaining('0 findings') });
  });

  it('accepts as many findings as the baseline lists, and refuses one more', () => {
    write('a.md', 'nobody');
    write(BASELINE, '{ "a.md": 1 }');
    expect(words()).toMatchObject({ status: 0 });
    write('a.md', 'nobody and somebody');
    expect(words()).toMatchObject({ status: 1 });
  });

  it('asks to shrink the baseline after a file was converted, and never lets it grow', () => {
    write('a.md', 'plain');
    write(BASELINE, '{ "a.md": 1 }');
    expect(words()).toMatchObject({ status: 1, output: expect.stringContaining('--shrink') });
    expect(words('--shrink')).toMatchObject({ status: 0 });
    expect(readFileSync(join(root, BASELINE), 'utf8')).toBe('{}\n');
    write('b.md', 'nobody');
    expect(words('--shrink')).toMatchObject({ status: 1, output: expect.stringContaining('grow') });
  });
});
