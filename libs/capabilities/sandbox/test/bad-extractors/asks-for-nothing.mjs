export default {
  extract: async (_input, { ocr }) => {
    await ocr({ gray: new Uint8Array(4), width: 2, height: 2 });
    return { outcome: 'text', pages: [{ text: 'complete', source: 'text-layer' }] };
  },
};
