const usable = { text: 'kept', box: [0.1, 0.1, 0.2, 0.2] };
const unusable = [NaN, Infinity, -Infinity, '1', null].map((value) => ({ text: 'odd', box: [0, 0, value, 1] }));

function* million() {
  for (let index = 0; index < 1_000_000; index += 1) yield usable;
}

const page = (fields) => ({ text: 'kept', source: 'text-layer', ...fields });

export default {
  extract: () =>
    Promise.resolve({
      outcome: 'text',
      pages: [
        page({ width: NaN, height: 1, words: [...unusable, usable, { text: 7 }, null] }),
        page({ width: 2, height: 1, words: million() }),
        page({ source: 'ocr', confidence: -1, words: 'words' }),
        page({ words: [{ text: 'reaches out', box: [-5, -5, 10, 10] }] }),
      ],
    }),
};
