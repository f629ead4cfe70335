// Finds titles of tests that say nothing alone in a log of CI, such as "are refused when …"; npm run words reports them.

const TESTS = /[.-]spec\.tsx?$|^libs\/ground\/plugin-kit\/testing\/|^test\/(?!loader\/leaving\/).*\.ts$/;

/** Which kind of word may not come first: its subject is in another line, or missing. */
const OPENINGS = {
  'an auxiliary verb': `are is was were has have had can cannot may must might should would will do does did`,
  'a word that continues a sentence': `and or but also even too with without within when whenever if as for of in into
    on to from by while after before because between that which whose who whom where than then again twice during until
    unless through via like not nor`,
  'a verb without its subject': `stays fits goes becomes belongs remains works expires comes appears survives arrives
    falls grows lives exists happens consists depends lasts outlasts`,
  'a verb in the plural': `accept add allow announce append apply ask become begin believe belong carry close come
    complete consist contain continue create decide delete deliver depend disappear drop enqueue equal exchange exist
    expire explain extract fail fill find follow forget get give go grow handle happen hide ignore include join keep
    know leave let lose make mean mention merge move obey open pass persist prevent prune purge put reach read receive
    recognize refuse reindex reject remain remove rename replace require respond restore resume retry return rotate
    save say see send serve sit skip stay suggest survive take tell throw treat trigger unpack wait warn write`,
};
/** Words that are nouns as well: "share links expire" is a sentence, "share the link" is not. */
const NOUNS = `answer block call cancel count cover delay end hold lead limit list log look mark match name need order
  print record report request run search share show sign sort start stop store switch tag turn upload use view work`;
const AFTER_A_VERB = `a an the their its it them one two no nothing what which who every each all only of with without
  when while after before and or as for from in into on to at by again also even neither both`;
const PREPOSITIONS = `after again as at before by for from in into on once only to when with without`;

const words = (text) => new Set(text.split(/\s+/));
const KINDS = Object.entries(OPENINGS).map(([kind, text]) => [kind, words(text)]);
const [nouns, afterVerbs, prepositions] = [NOUNS, AFTER_A_VERB, PREPOSITIONS].map(words);

const STRING = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${'`'}(?:[^${'`'}\\]|\\.)*${'`'}`;
/** `it('…'`, `test.skip('…'`, `itWhenChanged('…'`, `(isRoot ? it : it.skip)('…'`, and other names of `it`. */
const plain = (others) =>
  new RegExp(
    String.raw`(?<![\w$.])(?:it(?:[A-Z]\w*)?|${['test', ...others].join('|')})(?:\.\w+)*\)?\(\s*(${STRING})`,
    'dg',
  );
const OTHER_NAME = /\bconst (\w+) = [^;]*\? it(?:\.skip)? : it(?:\.skip)?;/g;
/** `it.each(rows)('…'`: the first text that is called with the result of a call. */
const TABLE = new RegExp(String.raw`(?<![\w$.])(?:it|test)(?:\.\w+)*\.each\b[^]*?[)${'`'}]\(\s*(${STRING})`, 'dg');
/** A case of a contract suite. */
const CASE = new RegExp(String.raw`\bname: (${STRING}),\n(?:\s*skipBy: .*\n)?\s*(?:async )?check\b`, 'dg');

/** Returns the fragments among the titles of a file with their places. */
export function fragmentsIn(file, text) {
  if (!TESTS.test(file)) return [];
  const others = Array.from(text.matchAll(OTHER_NAME), ([, name]) => name);
  return [plain(others), TABLE, CASE].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 1: literal, indices }) => {
      const title = literal.slice(1, -1);
      return { index: indices[1][0], title, reason: mistakeIn(title) };
    }).filter(({ reason }) => reason !== undefined),
  );
}

/** Returns why a title cannot be understood alone, undefined if it can. */
export function mistakeIn(title) {
  const [first = '', second = '', ...others] = title.trim().split(/\s+/);
  const hasPlaceholder = /%|\$/.test(second);
  if (second === '' || (others.length === 0 && !hasPlaceholder)) return 'has fewer than three words';
  const opening = first.replace(/[,:;]$/, '');
  if (/ed$/.test(opening) && prepositions.has(second)) return `begins with the participle "${opening}"`;
  if (nouns.has(opening)) return afterVerbs.has(second) ? `begins with the verb "${opening}" in the plural` : undefined;
  if (opening === 'never' && !second.endsWith('s')) return `begins with "never" and a verb in the plural`;
  const [kind] = KINDS.find(([, openings]) => openings.has(opening)) ?? [];
  return kind && `begins with ${kind}: "${opening}"`;
}
