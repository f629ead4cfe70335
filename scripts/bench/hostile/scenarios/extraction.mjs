// F9: documents of one organization that keep the readers busy while another organization waits.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { untilRead, upload, uploadOfAnother } from '../documents.mjs';
import { seconds } from '../finding.mjs';
import { aWord, manyPages, spacesInMail, spacesInOfficeText, spacesInPage } from '../material.mjs';

const FOUND_LIMIT_MS = 5000;
const READ_LIMIT_MS = 30_000;
const SCAN_LIMIT_MS = 60_000;
const SCAN = join(import.meta.dirname, '../../../../plugins/ocr-tesseract/test/fixtures/letter.png');

export default [
  {
    group: 'f9',
    id: 'f9-spaces',
    name: 'six files of one organization that are mostly spaces, a text of another after them',
    expected: `the text found within ${FOUND_LIMIT_MS / 1000} s, each file read within ${READ_LIMIT_MS / 1000} s`,
    capMs: 45_000,
    prepare: async ({ installation }) => {
      await installation.person('other');
      return { person: await installation.person('attacker'), files: await hostileFiles(2) };
    },
    run: async (context, { person, files }) => {
      const answers = await Promise.all(files.map((file) => upload(context, person, file)));
      const finding = context.finding.answers(answers, [200], 'uploads');
      const began = performance.now();
      const reads = Promise.all(answers.map(({ json }) => untilRead(context, person, json.document.id)));
      reads.catch(() => undefined);
      const other = await uploadOfAnother(context, { word: aWord(), withinMs: 40_000 });
      finding.within('found', other.foundMs, FOUND_LIMIT_MS);
      if (other.foundMs === undefined) return finding;
      finding.see(`read as ${(await reads).join(', ')}`);
      return finding.within('all read', performance.now() - began, READ_LIMIT_MS);
    },
  },
  {
    group: 'f9',
    id: 'f9-pages',
    name: 'a TIFF of 10,000 small pages, a scan of another organization behind it',
    expected: `the scan read within ${SCAN_LIMIT_MS / 1000} s`,
    capMs: 120_000,
    growthMb: 500,
    prepare: async ({ installation }) => ({
      person: await installation.person('attacker'),
      other: await installation.person('other'),
      pages: manyPages(10_000),
      // Bytes behind the end of a picture are not looked at; they make it another file.
      scan: Buffer.concat([await readFile(SCAN), Buffer.from(aWord())]),
    }),
    run: async (context, { person, other, pages, scan }) => {
      const first = await upload(context, person, pages);
      const finding = context.finding.answer(first, [200], 'TIFF');
      const answer = await upload(context, other, { name: `${aWord()}.png`, type: 'image/png', content: scan });
      finding.answer(answer, [200], 'scan');
      const began = performance.now();
      const outcome = await untilRead(context, other, answer.json.document.id);
      const took = performance.now() - began;
      finding.require(outcome === 'text', `the scan was read as ${outcome}`);
      return finding.within('scan', took, SCAN_LIMIT_MS).see(await stateOf(context, person, first));
    },
  },
];

export async function hostileFiles(each) {
  const files = [];
  for (let number = 0; number < each; number += 1)
    files.push(spacesInPage(400_000), spacesInMail(2_000_000), spacesInOfficeText(2_500_000));
  return files;
}

/** How far the large document is, without waiting for it. */
async function stateOf(context, person, { json }) {
  const began = performance.now();
  const limit = AbortSignal.timeout(1000);
  try {
    return `TIFF read as ${await untilRead({ ...context, signal: limit }, person, json.document.id)}`;
  } catch {
    return `TIFF not read after another ${seconds(performance.now() - began)}`;
  }
}
