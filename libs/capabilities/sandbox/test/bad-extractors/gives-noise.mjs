const SHIFTED =
  'Wkh uhqw iru Pdb lv gxh rq wkh wklug. Sohdvh wudqvihu lw wr wkh dffrxqw ehorz, dqg zulwh brxu qdph dqg wkh qxpehu ri wkh frqwudfw rq wkh irup, vr wkdw zh nqrz zklfk iodw lw ehorqjv wr.';

/** What a font without a mapping makes of a letter, and a file in it. */
export default {
  extract: () =>
    Promise.resolve({
      outcome: 'text',
      pages: [{ text: SHIFTED, source: 'text-layer' }],
      warnings: ['A part is missing.'],
      attachments: (async function* () {
        yield { name: 'a.txt', type: 'text/plain', read: async () => Buffer.from('words') };
      })(),
    }),
};
